import { isStopWord, type Language, wordSet } from '../text/stop-words'
import type { Word } from '../text/words'

/** A phrase this long is a title as it is; of a longer one at most `CUT` characters are used. */
const WHOLE = 56
const CUT = 52
export const MIN_WORDS = 3
/** Words that begin a new part of a sentence, so that what comes before can stand alone. */
const LINKS = wordSet(
  'in on at to from by with without for as into onto about over under between through during before after until since near and or but nor so because while when where which who that if than against across along around',
)

/** Whether a phrase is a title as it is. */
export const isShort = (phrase: string) => [...phrase].length <= WHOLE

/** Where the longest beginning of a phrase ends that fits and reads as a whole. */
export function titleCut(text: string, words: readonly Word[], language: Language | null): number {
  const endOf = (count: number) => (words[count - 1]?.at ?? 0) + (words[count - 1]?.text.length ?? 0)
  const upTo = (count: number) => text.slice(words[0]?.at, endOf(count))
  if (isShort(upTo(words.length))) return endOf(words.length)
  const isStop = (word?: Word) => isStopWord(word?.lower ?? '', language)
  const isBreak = (count: number) =>
    !/(?:^|\s)'[^']*$/.test(upTo(count)) &&
    (LINKS.has(words[count]?.lower ?? '') || /[:,;()–—]/.test(text.slice(endOf(count), words[count]?.at)))
  const fits = words.map((_, i) => i + 1).filter((count) => [...upTo(count)].length <= CUT)
  const ends = fits.filter((count) => count >= MIN_WORDS && !isStop(words[count - 1]))
  return endOf((language === 'en' ? ends.findLast(isBreak) : undefined) ?? ends.at(-1) ?? fits.at(-1) ?? 1)
}
