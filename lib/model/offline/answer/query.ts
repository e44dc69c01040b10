import { presentForm } from '@/lib/heuristics/fact-finding/asked'
import { asksForFeelings } from '@/lib/heuristics/feelings'
import {
  askingPart,
  asksEverything,
  hasMemoryCue,
  isQuestion,
  messageKind,
  OFTEN,
  politely,
  spelled,
  toForget,
  turnsNamed,
} from '@/lib/heuristics/question'
import { listInWords, quoted } from '@/lib/heuristics/templates'
import { agentKey, conceptKeys, namesSomething, synonymsOf } from '@/lib/heuristics/text/concepts'
import {
  contentWords,
  type Language,
  languageOfText,
  type TextWord,
  wordSet,
  wordsOf,
} from '@/lib/heuristics/text/words'
import { readingOf } from '@/lib/model/embed/subject'
import { withoutTime } from '@/lib/shared/time/time-range'
import { fold } from '@/lib/shared/words'

export type Term = {
  word: string
  keys: string[]
  /** Names the kind of answer ("which colour …"), which a fitting sentence need not repeat. */
  kindWord: boolean
  /** May name a kind of answer. */
  kind: boolean
}
const ASKING = wordSet(
  `tell told say said says mention mentioned mentions talk talked talking discuss discussed ask asked remember recall remind know knew known think thought find found look show give list search memory memories turn turns
  conversation chat message messages everything anything far recently lately together altogether combined total decide decided agree agreed something earlier previously before again last time first thing things question answer happen happened happens attached attach attachment change changed changes compare contradict contradicts contradicted write wrote explain describe summarise summarize summary recap please repeat
  gesagt erzählt sagen sag erinnerst weißt erzähl noch dit raconté souviens rappelle sais dije dicho recuerdas sabes conté`,
)
/** Nouns that only name a kind of answer. */
const KINDS = wordSet(
  `money time day date year month week city town country place colour color number kind type sort name thing street company provider brand language size many much farbe tag uhrzeit jahr stadt land ort name jour heure date année ville pays couleur nom
  día hora fecha año ciudad país color nombre`,
)
/** After these a noun may name the kind of answer. */
const KIND =
  /\b(?:what|which|what's the|how many|how much|welche[rsnm]?|wie viele?|quel(?:le)?s?|qué|cuántos|cuántas)\s+(?:kind of |type of |sort of |exact )?(?:\p{L}+ (?=\p{L}+ (?:am|is|are|do|does|did)\b))?(\p{L}+)/giu
const BROAD = /\b(?:about|regarding|concerning|know of|everything|anything|über|von|sur|sobre|de mí)\b/iu
const TALK =
  /\b(?:summari[sz]e|recap|sum up)\b.*\b(?:chat|conversation|discussion|talk)\b|\bwe (?:talk(?:ed)?|discuss(?:ed)?|speak|spoken)\b/i
export const OWN_NAME =
  /\b(?:my (?:\w+ ){0,2}name|who am i|am i called|(?:i am|i['’]m)(?: \w+)? (?:called|named)|call me|heiße ich|heisse ich|mein name|je m['’]appelle|m['’]appelle|mon nom|me llamo|mi nombre)(?=$|[^\p{L}])/iu
const ASSISTANT =
  /\b(?:did|have|had) you (?:\w+ )?(?:say|said|tell|told|suggest(?:ed)?|recommend(?:ed)?|propose[d]?|answer(?:ed)?|write|wrote|mention(?:ed)?)\b|\byou (?:said|told|suggested|recommended|proposed|answered|mentioned)\b|\byour (?:answer|suggestion|recommendation|advice)\b/i
const USER =
  /\b(?:did|have|had) i (?:\w+ )?(?:say|said|tell|told|mention(?:ed)?|write|wrote|ask(?:ed)?)\b|\bi (?:said|told|mentioned)\b/i
const OWN =
  /(?:^|[^\p{L}])(?:i|my|mine|me|myself|ich|mich|mir|mein\p{L}{0,2}|je|moi|mon|ma|mes|yo|mí|mis?)(?=$|[^\p{L}])/iu
/** Here "me" only says whom to tell. */
const TO_ME = /\b(?:tell|remind|show|give|help|let) me\b/giu
const WHO = /\bwho(?:['’]s)?\b/i
const WHEN =
  /^(?:and |so )?(?:when|since when|wann|quand|cuándo|what (?:day|date|time|year)|which (?:day|date|year))\b/iu

/** Words that only help to ask: "how long", "where do I keep". */
const HELPS =
  /\b(?:kinds?|types?|sorts?)(?= of\b)|(?<=\b(?:what|which) )(?:kind|type|sort)\b|(?<=\bhow )(?:long|far|often)\b|(?<=\bhow many )times\b|(?<=\bwhere (?:do|did) (?:i|we) )(?:keep|put|store|leave)\b|(?<=\b(?:an?|per) )(?:day|week|month|year)\b(?=\s*[?.!]*$)|\bgoing(?=\s*[?.!]*$)|\bgo(?= \p{L}+ing\b)/giu
/** "What do you do for a living?" asks for the work. */
const LIVING = /\b(?:do|does|did|doing)\b.*\bfor (?:an?|my|your|his|her|their|our) living\b/iu
/** The words of a question that say what it is about, in order. */
function meaning(text: string, language: Language | null): TextWord[] {
  const blank = (help: string) => ' '.repeat(help.length)
  return contentWords(text.replace(HELPS, blank), language).filter(
    ({ lower }) => !ASKING.has(lower) && !/^\d{1,2}$/.test(lower),
  )
}

/** A question with more words is pasted text, and each word is compared with every sentence. */
const MAX_TERMS = 40

function speakerIn(text: string): 'user' | 'assistant' | null {
  if (ASSISTANT.test(text)) return 'assistant'
  return USER.test(text) ? 'user' : null
}

export function queryOf(task: string) {
  const kind = messageKind(task)
  const asked = kind === 'question' || kind === 'request' ? askingPart(task) : task
  const whole = toForget(asked) ?? spelled(asked)
  const often = OFTEN.test(whole)
  const isOfTalk =
    often ||
    /\bago\b/i.test(whole) ||
    hasMemoryCue(whole) ||
    wordsOf(whole).some(({ text }) => asksForFeelings(text))
  const timeless = isOfTalk ? withoutTime(whole) : null
  const text = timeless ?? whole
  const language = languageOfText(task)
  const kindWords = new Set([...text.matchAll(KIND)].map((match) => fold(match[1] ?? '')))
  const verb = kind === 'request' ? wordsOf(politely(text))[0]?.lower : undefined
  const reading = readingOf(text, language)
  const turns = turnsNamed(text)
  // "How much is my rent, and what was it before?" asks for today's as well.
  const [first = text] = text.split(JOIN)
  const former = presentForm(first).text !== first
  const terms: Term[] = []
  for (const word of meaning(text, language)) {
    if (terms.length === MAX_TERMS) break
    if (
      word.lower === verb ||
      (former && word.lower === 'old') ||
      (/^\d+$/.test(word.lower) && turns.includes(Number(word.lower)))
    )
      continue
    const isLiving = word.lower === 'living' && LIVING.test(text)
    const doer = WHO.test(text) ? agentKey(word.lower, language) : null
    const keys = doer ? [doer] : conceptKeys(isLiving ? 'work' : word.lower, isLiving ? 'en' : language)
    if (!terms.some((term) => term.keys.some((key) => keys.includes(key))))
      terms.push({
        word: word.text.replace(/['’]s$/, ''),
        keys,
        kindWord: kindWords.has(word.lower) && KINDS.has(word.lower),
        kind: KINDS.has(word.lower) || keys.includes('#name') || keys.includes('#age'),
      })
  }
  if (/\bwho am i\b/i.test(text))
    terms.push({ word: 'name', keys: conceptKeys('name', 'en'), kindWord: false, kind: true })
  if (/\bwhere\b.*\bfrom\b/i.test(text))
    terms.push({ word: 'from', keys: conceptKeys('from', 'en'), kindWord: false, kind: false })
  return {
    text,
    reading: {
      ...reading,
      keys: new Set([...reading.keys, ...terms.flatMap(({ keys }) => keys)]),
      // "What did I tell you about …" is about what follows.
      starts: BROAD.test(text) || USER.test(text) ? null : reading.starts,
    },
    language,
    terms,
    /** Asks for anything about its subject ("what did I tell you about …"), not for one value. */
    broad: BROAD.test(text) || kind === 'request',
    /** Asks for everything ("what do you know about me?"). */
    everything: asksEverything(text),
    /** Asks for everything of the conversation, not of a person ("summarize this conversation"). */
    talk: asksEverything(text) && TALK.test(text),
    /** Asks for an earlier value ("before", "previous"). */
    former,
    ownName: terms.length === 1 && (terms[0]?.keys.includes('#name') ?? false) && OWN_NAME.test(text),
    when: WHEN.test(politely(text)),
    /** Whose words are asked for; null = anyone's. */
    speaker: speakerIn(text),
    /** Asks about the person ("I", "my"). */
    own: OWN.test(text.replace(TO_ME, '')),
    memory: hasMemoryCue(text),
    turns,
    often,
    /** The question, if it names when something was said; `text` is without that time. Else ''. */
    time: timeless === null ? '' : whole,
  }
}
export type Query = ReturnType<typeof queryOf>

/** Words for a second search: those that matched something, and synonyms. */
export const otherWords = (query: Query, matched: (term: Term) => boolean): string[] => [
  ...new Set(
    query.terms.flatMap((term) => [
      ...(matched(term) ? [term.word] : []),
      ...synonymsOf(term.keys, fold(term.word)).slice(0, 6),
    ]),
  ),
]

export const isNameWord = (word: string) => /^\p{Lu}/u.test(word)

/** Whom or what a question is about: names and what follows "my", else all its words. */
export function mainWords({ text, terms }: Query): Term[] {
  const words = wordsOf(text)
  const isMain = ({ word }: Term) => {
    const at = words.findIndex((one) => one.text.replace(/['’]s$/, '') === word)
    return (
      (at > 0 && isNameWord(word)) ||
      /^(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|ma|mon|mes|mis?)$/i.test(words[at - 1]?.text ?? '')
    )
  }
  const main = terms.filter(isMain)
  return main.length > 0 ? main : terms
}

/** Says that something has a name ("called"), not which. */
export const isNaming = ({ word }: Term) => namesSomething(fold(word))

/** What a question is about, quoted; of all its words if none are given. */
export const aboutOf = (query: Query, terms: readonly Term[] = []) =>
  listInWords(subjectOf(query, terms.length > 0 ? terms : query.terms).map(quoted))

/** The subject as a phrase of the question if it reads as one, else as words, without verbs like "called". */
function subjectOf(query: Query, given: readonly Term[]): string[] {
  const things = given.filter((term) => !isNaming(term))
  const terms = things.length > 0 ? things : given
  const words = wordsOf(query.text)
  const places = words.flatMap((word, index) =>
    terms.some((term) => term.word === word.text.replace(/['’]s$/, '')) ? [index] : [],
  )
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return terms.slice(0, 4).map((term) => term.word)
  const between = words.slice(first, last + 1).filter((_, index) => !places.includes(first + index))
  const [from, to] = [words[first], words[last]]
  const readable = between.every((word) =>
    /^(?:of|the|a|an|my|your|our|his|her|their|in|on|for|to|with|at|and|der|die|das|des|de|la|le|du|del)$/i.test(
      word.text,
    ),
  )
  if (from && to && readable && last - first < 7)
    return [query.text.slice(from.at, to.at + to.text.length).replace(/['’]s$/, '')]
  return terms.slice(0, 4).map((term) => term.word)
}

const MAX_PARTS = 6
const JOIN = /,? and (?=(?:where|what|who|whose|when|which|how|why)(?:['’]s)? )/i
const LEANS = /\b(?:it|its|he|him|his|she|her|they|them|their)\b/i

/** The questions in "Where does Marta live, and when's my appointment?", if each can be asked alone. */
export function singleQuestions(query: Query): readonly Query[] {
  const [first = '', ...others] = query.text.split(JOIN)
  const texts = [first, ...others]
  if (texts.length > MAX_PARTS || !texts.every(isQuestion) || others.some((text) => LEANS.test(text)))
    return [query]
  const parts = texts.map((text) => queryOf(text))
  return others.length > 0 && parts.every(({ terms }) => terms.length > 0) ? parts : [query]
}
