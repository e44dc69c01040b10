import { baseForm } from '@/lib/shared/irregular'
import { isFunctionWord, type Language, languageOf } from '@/lib/shared/languages'
import { stemIn } from '@/lib/shared/stems'
import { fold, stem, words } from '@/lib/shared/words'

export type { Language }

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(fold))

/** English words that say little, more than search leaves out. */
export const ENGLISH_WORDS = wordSet(
  `a an the and or but nor so yet if then else than that this these those there here it its itself he she him her his hers they them their theirs we us our ours you your yours i me my mine myself yourself
    is am are was were be been being do does did done doing have has had having can could will would shall should may might must ought of in on at to from by with without for as into onto about over under
    up down out off again also too very just not no only own same such both each any some all more most other what which who whom whose when where why how while because until during before after between
    through above below against let lets please ok okay yes isn aren wasn weren don doesn didn won wouldn couldn shouldn hasn haven hadn ain im ive id youre youve theyre weve dont doesnt didnt whats wheres whos
    hows get got gets really actually now well still ever even much many lot`,
)
export const isStopWord = (word: string, language: Language | null) =>
  language === 'en' ? ENGLISH_WORDS.has(word) : isFunctionWord(word, language)

/** `text` as written, `lower` as compared (folded, without clitics such as 's and l'), `at` = its offset. */
export type TextWord = { text: string; lower: string; at: number }

const CLITIC_END = /['’](?:s|m|re|ve|ll|d|t)$/
const CLITIC_START = /^(?:l|d|j|m|t|s|n|c|qu)['’](?=\p{L})/u
const normal = (text: string) => fold(text).replace(CLITIC_END, '').replace(CLITIC_START, '')

/** The words of a text in any script. A dot or underscore joins words (`notes.txt`). */
export function wordsOf(text: string): TextWord[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of words(text)) {
    const last = joined.at(-1)
    if (last && last.end === start - 1 && /[._]/.test(text.charAt(last.end))) last.end = end
    else joined.push({ start, end })
  }
  return joined.map(({ start, end }) => ({
    text: text.slice(start, end),
    lower: normal(text.slice(start, end)),
    at: start,
  }))
}

const TELLING = 2_000
const languageOfWords = (words: readonly TextWord[]) =>
  languageOf(
    words,
    words.map((word) => word.lower),
  )
export const languageOfText = (text: string): Language | null =>
  languageOfWords(wordsOf(text.slice(0, TELLING)))

/** The words without the stop words of the language; null = all words. */
export function contentWords(text: string, given?: Language | null): TextWord[] {
  const words = wordsOf(text)
  const language = given === undefined ? languageOfWords(words.filter((word) => word.at < TELLING)) : given
  return words.filter((word) => word.lower !== '' && !isStopWord(word.lower, language))
}

/** What forms of a word share in its language; the word itself where no stemmer knows it. */
export function stemOf(lower: string, language: Language | null): string {
  if (language === 'en') return stem(baseForm(lower))
  return (language && stemIn(lower, language)) ?? lower
}
