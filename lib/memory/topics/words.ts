import type { TurnText } from '@/lib/db/turns/turn-texts'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { speakerNamed } from '@/lib/shared/speakers'
import { withoutMarks } from '@/lib/shared/turn/citations'

/** Words that are not specific to any topic, and words about memory itself. */
const GENERIC = new Set(
  'thing things time times day days way lot week weeks year years month months hour hours minute minutes second seconds people person life one something anything everything someone everyone nothing anyone bit kind stuff moment moments today tomorrow yesterday night morning afternoon evening weekend hope fun idea ideas part place world step steps support thanks thank help love chance sense photo pic picture photography image question answer example number set use user way end line value name list case point reason issue problem option options detail details type types note notes tip tips sort side fact matter approach information section rest hand here there fine our everybody nobody somebody wow yeah hey hello haha passion blast key quote luck reminder connection congrats congratulations opportunity encouragement inspiration favorite favourite worth count word change thought feeling memory experience journey while'.split(
    ' ',
  ),
)

/** Nouns that belong to topics of any kind: a name made of them tells a reader nothing. */
const VAGUE = new Set(
  'ability acceptance access achievement act action activity advantage advice aim amount anger anxiety area aspect attempt attention attitude attribute awareness background balance base beauty behavior behaviour belief benefit bond care cause challenge chance change chapter choice clarity comfort commitment concept concern condition confidence consideration content context control courage creativity curiosity dark deal decision degree demand determination difference difficulty direction discussion dream effect effort element emotion end energy environment event evidence excitement expectation factor failure fear feature feedback fight focus force form freedom friend friendship function future gift goal gratitude ground group growth guidance habit happiness harmony heart help holding home honesty honor hook identity impact importance impression improvement influence intention interest job joy kindness knowledge lack length lesson level lives load look loss luck meaning method mind mistake mood motivation move name need number offer order outcome past patience pattern peace period perspective piece plan pleasure plenty position possibility potential practice preference presence pressure pride principle priority process progress project promise purpose quality range reality reason reduction relationship replacement representation requirement resource respect response result risk role routine satisfaction scene selection self series set setting shape share shot situation size skill solution source spirit spot standard state status strength stress struggle style success suggestion surprise task tendency test thinking total trust truth type understanding urgency value variety view vision voice will win wish wonder work worry worth'.split(
    ' ',
  ),
)
export const isVague = (term: string) => VAGUE.has(term)

/** Code says what it computes, and repeats the same words in every topic. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g
/** What the built-in engine says of itself is not what a turn is about. */
const OF_ITSELF =
  /The closest match is:|(?:I searched (?:this|all your own) conversations? for|Nothing I found covers all of) [^\n]*|(?<![^.!?\n])[^.!?\n]*\bbuilt-in engine, not a language model\b.*|I found nothing about [^\n]*|I (?:cannot|only quote)[^\n]*? a language model\b.*|Your question has no words I can search for.*/g
export const spoken = (text: string) =>
  withoutMarks(text.slice(0, limits.messageChars).replace(CODE, ' ')).replace(OF_ITSELF, ' ')

const WORD = /[\p{L}\p{M}\p{N}_'’-]+/gu
const LONGEST = 30
/** A word as it is compared: in lower case and the singular. Null if it cannot be a term. */
export function termOf(word: string): string | null {
  if (/[\p{N}_]/u.test(word)) return null
  const plain = word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s?$/, '')
    .replace(/^['-]+|['-]+$/g, '')
  if (plain.length < 3 || plain.length > LONGEST || plain.includes("'") || GENERIC.has(plain)) return null
  const single = singular(plain)
  return GENERIC.has(single) ? null : single
}
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** A word of a text as it was written, and where. */
export type Word = { term: string; word: string; start: number }
export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const term = termOf(word)
    if (term !== null) yield { term, word, start }
  }
}

type Said = Pick<TurnText, 'userText' | 'answer' | 'messages'>
/** The messages of a turn, each cut to what is looked at. */
export function messagesOf({ userText, answer, messages }: Said): string[] {
  const texts = messages?.length
    ? messages.map(({ part, start, end }) => (part === 'user' ? userText : answer).slice(start, end))
    : [userText, answer]
  return texts.filter(Boolean).map(spoken)
}

/** Speakers' names, which occur in all topics. */
export function speakerTerms({ messages }: Pick<Said, 'messages'>): Set<string> {
  const names = (messages ?? []).flatMap((message) => speakerNamed(message) ?? [])
  return new Set(names.flatMap((name) => [...wordsIn(name)].map(({ term }) => term)))
}
