import { GENERAL_WORDS } from '@/lib/shared/general-words'
import { addHint, isIn, type Language, languageFrom, noHints } from '@/lib/shared/languages'
import { eachWord, fold } from '@/lib/shared/words'
import { knownAt, knownOf } from '../text/known-words'

const general = new Map(
  Object.entries(GENERAL_WORDS).map(([language, words]) => [
    language as Language,
    new Set(words.split(/\s+/).map(fold)),
  ]),
)

/** The language of a text, judged by its function words; null = not known. */
export function languageOf(text: string): Language | null {
  const hints = noHints()
  eachWord(text, (start, end) => addHint(hints, knownAt(text, start, end).hint))
  return languageFrom(hints)
}

/** Whether a word cannot name a topic. */
export function saysLittle(word: string, language: Language | null): boolean {
  const { plain, folded } = knownOf(word)
  return isIn(plain, language) || (language !== null && (general.get(language)?.has(folded.text) ?? false))
}
