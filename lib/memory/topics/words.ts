import type { TurnText } from '@/lib/db/turns/turn-texts'
import { knownAt, knownOf } from '@/lib/memory/text/known-words'
import { GENERAL_WORDS } from '@/lib/shared/general-words'
import { getOrMake } from '@/lib/shared/group-by'
import { keepLast } from '@/lib/shared/keep-last'
import { addHint, isIn, type Language, languageFrom, noHints } from '@/lib/shared/languages'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { speakerNamed } from '@/lib/shared/speakers'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { eachWord, fold, isUnspaced } from '@/lib/shared/words'

const general = new Map(
  Object.entries(GENERAL_WORDS).map(([language, words]) => [
    language as Language,
    new Set(words.split(/\s+/).map(fold)),
  ]),
)

/** The language of a text, judged by its function words; null = not known. */
function languageOf(text: string): Language | null {
  const hints = noHints()
  eachWord(text, (start, end) => addHint(hints, knownAt(text, start, end).hint))
  return languageFrom(hints)
}

/** Whether a word cannot name a topic. */
function saysLittle(word: string, language: Language | null): boolean {
  const { plain, folded } = knownOf(word)
  return isIn(plain, language) || (language !== null && (general.get(language)?.has(folded.text) ?? false))
}

/** Code says what it computes, and repeats the same words in every topic. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g
/** Sentences of the built-in engine about itself, which say nothing about a turn's subject. */
const OF_ITSELF =
  /The closest match is:|(?:I searched (?:this|all your own) conversations? for|Nothing I found covers all of) [^\n]*|(?<![^.!?\n])[^.!?\n]*\bbuilt-in engine, not a language model\b.*|I found nothing about [^\n]*|I (?:cannot|only quote)[^\n]*? a language model\b.*|Your question has no words I can search for.*/g
export const spoken = (text: string) =>
  withoutMarks(text.slice(0, limits.messageChars).replace(CODE, ' ')).replace(OF_ITSELF, ' ')

const WORD = /[\p{L}\p{M}\p{N}_'’-]+/gu
const LONGEST = 30
/** Japanese writes what a sentence is about in these; endings and particles are in Hiragana. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Katakana}]/u
const terms = new Map<Language | null, Map<string, string | null>>()
const KEPT = 20_000
/** A word as it is compared: in lower case, an English one in the singular. Null if it cannot be a term. */
export function termOf(word: string, language: Language | null = 'en'): string | null {
  const known = getOrMake(terms, language, () => new Map<string, string | null>())
  const made = known.get(word)
  if (made !== undefined) return made
  const term = makeTerm(word, language)
  // A slice as key would keep the text that it is from in memory.
  keepLast(known, KEPT, Buffer.from(word).toString(), term)
  return term
}
function makeTerm(word: string, language: Language | null): string | null {
  if (/[\p{N}_]/u.test(word) || saysLittle(word, language)) return null
  const plain = word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s?$/, '')
    .replace(/^['-]+|['-]+$/g, '')
  const least = isUnspaced(plain) ? 2 : 3
  if (plain.length < least || plain.length > LONGEST || plain.includes("'")) return null
  if (language === 'ja' && !IDEOGRAPH.test(plain)) return null
  const single = language === 'en' ? singular(plain) : plain
  return saysLittle(single, language) ? null : single
}
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** A word of a text as it was written, and where; `term` is null for a word that cannot be one. */
export type Written = { term: string | null; word: string; start: number }
function writtenIn(text: string, language: Language | null): Written[] {
  const found: Written[] = []
  const add = (word: string, start: number) => found.push({ term: termOf(word, language), word, start })
  if (isUnspaced(text)) eachWord(text, (start, end) => add(text.slice(start, end), start))
  else for (const { 0: word, index } of text.matchAll(WORD)) add(word, index)
  return found
}

export type TermWord = Written & { term: string }
export const wordsIn = (text: string, language = languageOf(text)): TermWord[] =>
  writtenIn(text, language).filter((one): one is TermWord => one.term !== null)

type SpokenTurn = Pick<TurnText, 'userText' | 'answer' | 'messages'>
/** The messages of a turn, each cut to what is looked at. */
export function spokenMessages({ userText, answer, messages }: SpokenTurn): string[] {
  const texts = messages?.length
    ? messages.map(({ part, start, end }) => (part === 'user' ? userText : answer).slice(start, end))
    : [userText, answer]
  return texts.filter(Boolean).map(spoken)
}

type Text = { text: string; words: Written[] }
type Read = { language: Language | null; texts: Text[] }
const turns = new WeakMap<SpokenTurn, Read>()
/** Characters of a message that tell its language. */
const TELLING = 200
/** What a turn says, read in the language of the whole turn: a short message may not tell its own. */
export const readTurn = (turn: SpokenTurn): Read =>
  getOrMake(turns, turn, () => {
    const language = languageOf(`${turn.userText.slice(0, TELLING)} ${turn.answer.slice(0, TELLING)}`)
    return {
      language,
      texts: spokenMessages(turn).map((text) => ({ text, words: writtenIn(text, language) })),
    }
  })

/** Speakers' names, which occur in all topics. */
export function speakerTerms({ messages }: Pick<SpokenTurn, 'messages'>): Set<string> {
  const names = (messages ?? []).flatMap((message) => speakerNamed(message) ?? [])
  return new Set(names.flatMap((name) => wordsIn(name, null).map(({ term }) => term)))
}
