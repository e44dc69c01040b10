import { type Language, STOP_WORDS } from '../text/stop-words'
import type { Word } from '../text/words'

const MAX_WORDS = 6
export const MIN_WORDS = 3
const ARTICLES = new Set(['a', 'an', 'the'])

/**
 * How many words of a phrase make a title: at most six, no stop word at the end. An English phrase is not cut
 * inside a noun phrase: it fits without its articles (`terse`, although `count` includes them) or ends
 * earlier.
 */
export function titleCut(words: readonly Word[], language: Language | null) {
  const isStop = (at: number) => language !== null && STOP_WORDS[language].has(words[at]?.lower ?? '')
  const trimmed = (most: number) => {
    let count = Math.min(words.length, most)
    while (count > MIN_WORDS && count < words.length && isStop(count - 1)) count--
    return count
  }
  const isWhole = (count: number) => count === words.length || (isStop(count) && !isStop(count - 1))
  const count = trimmed(MAX_WORDS)
  if (language !== 'en' || isWhole(count)) return { count, terse: false }

  let wide = MAX_WORDS
  for (let at = 1; at < Math.min(wide, words.length); at++) if (ARTICLES.has(words[at]?.lower ?? '')) wide++
  if (isWhole(trimmed(wide))) return { count: trimmed(wide), terse: true }
  for (let back = count - 1; back >= MIN_WORDS; back--)
    if (isWhole(back)) return { count: back, terse: false }
  return { count, terse: false }
}
