import { isUnder } from '@/lib/memory/text/terms'
import { languageOf } from '@/lib/shared/languages'
import { limits } from '@/lib/shared/limits'
import type { Mark, SearchExcerpt } from '@/lib/shared/memory/search'
import { fold, words } from '@/lib/shared/words'
import type { SearchText } from './search-text'

export type Sought = { keys: ReadonlySet<string>; beginning: string | null; phrases: readonly string[][] }
export const soughtIn = ({ words, beginning, phrases }: SearchText): Sought => ({
  keys: new Set(words.flatMap((word) => word.keys)),
  beginning,
  phrases,
})

/** The positions of the words and phrases. Adjacent words are one mark. */
function marksIn(text: string, sought: Sought): Mark[] {
  const said = words(text)
  const language = languageOf(said)
  const found = said.map((word) => {
    const folded = fold(word.text)
    const begins = sought.beginning !== null && folded.startsWith(sought.beginning)
    return { ...word, folded, marked: begins || isUnder(word.text, sought.keys, language) }
  })
  for (const phrase of sought.phrases)
    for (let at = 0; at + phrase.length <= found.length; at++)
      if (phrase.every((word, i) => found[at + i]?.folded === word))
        for (const one of found.slice(at, at + phrase.length)) one.marked = true
  const marks: Mark[] = []
  for (const { start, end } of found.filter(({ marked }) => marked)) {
    const last = marks.at(-1)
    if (last && !text.slice(last[1], start).trim()) last[1] = end
    else marks.push([start, end])
  }
  return marks
}

const SPACE = /\s/
/** The next word start within a few characters after `at`; else a position that splits no character. */
function wordStart(text: string, at: number): number {
  for (let i = at; i > 0 && i < Math.min(text.length, at + NEAR); i++)
    if (SPACE.test(text.charAt(i - 1))) return i
  return whole(text, at)
}
/** The last word end at or before `at`. */
function wordEnd(text: string, at: number): number {
  for (let i = at; i < text.length && i > at - NEAR; i--) if (SPACE.test(text.charAt(i))) return i
  return whole(text, at)
}
const NEAR = 24
/** Moves a position inside a surrogate pair before it. */
const whole = (text: string, at: number) =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at

/** Where the window of that width begins in which most is marked. */
function densest(marks: readonly Mark[], width: number): number | undefined {
  let [start, most, sum, last] = [marks[0]?.[0], 0, 0, 0]
  for (const [i, [from, to]] of marks.entries()) {
    last = Math.max(last, i)
    for (let next = marks[last]; next && next[1] <= from + width; next = marks[++last])
      sum += next[1] - next[0]
    if (sum > most) [start, most] = [from, sum]
    if (last > i) sum -= to - from
  }
  return start
}

/** A part of `text` within `place`, around the most marks near `best`. */
export function excerptOf(
  text: string,
  place: { start: number; end: number },
  best: { start: number; end: number },
  sought: Sought,
): SearchExcerpt {
  const { excerptChars, excerptLead } = limits.search
  const from = wordStart(text, Math.max(place.start, best.start - excerptChars))
  const said = text.slice(
    from,
    whole(text, Math.min(place.end, Math.max(best.end, best.start + excerptChars) + excerptChars)),
  )
  const marks = marksIn(said, sought)
  const first = densest(marks, excerptChars - excerptLead) ?? best.start - from
  const fits = place.end - place.start <= excerptChars
  const begin = fits ? Math.max(0, place.start - from) : wordStart(said, Math.max(0, first - excerptLead))
  const stop = fits ? said.length : wordEnd(said, Math.min(said.length, begin + excerptChars))
  const shown = said.slice(begin, stop).trimEnd()
  const shownEnd = begin + shown.length
  const inShown = marks.filter(([start, end]) => end > begin && start < shownEnd)
  return {
    text: shown,
    marks: inShown.map(([start, end]) => [Math.max(0, start - begin), Math.min(shown.length, end - begin)]),
    before: from + begin > place.start,
    after: text.slice(from + shownEnd, place.end).trim() !== '',
  }
}
