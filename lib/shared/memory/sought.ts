import { isFunctionWord, languageOf } from '../languages'
import { eachWord, fold, stem, words } from '../words'
import type { Mark } from './search'

/** The words of a text that is searched for, in any form; the last one may still go on. */
export type Sought = { forms: ReadonlySet<string>; beginning: string | null }

export function soughtIn(text: string): Sought {
  const all = words(text)
  const language = languageOf(all)
  const folded = all.map((word) => fold(word.text))
  const telling = folded.filter((word) => !isFunctionWord(word, language))
  const kept = telling.length > 0 ? telling : folded
  const goesOn = /[\p{L}\p{M}\p{N}]$/u.test(text)
  return { forms: new Set(kept.map(stem)), beginning: (goesOn && kept.at(-1)) || null }
}

/** Where the words are in a line, and how many different ones. */
export function placesIn(line: string, { forms, beginning }: Sought): { marks: Mark[]; found: number } {
  const marks: Mark[] = []
  const found = new Set<string>()
  eachWord(line, (start, end) => {
    const word = fold(line.slice(start, end))
    const form = forms.has(stem(word))
      ? stem(word)
      : beginning && word.startsWith(beginning)
        ? stem(beginning)
        : null
    if (form === null) return
    found.add(form)
    marks.push([start, end])
  })
  return { marks, found: found.size }
}

/** Whether a line has all of the words. */
export const holdsAll = (line: string, sought: Sought) =>
  sought.forms.size > 0 && placesIn(line, sought).found === sought.forms.size
