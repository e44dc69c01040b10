import { isPersonal } from '@/lib/heuristics/statement'
import { contentWords } from '@/lib/heuristics/text/words'
import { isUnreal } from '@/lib/heuristics/unreal'
import { readingOf } from '@/lib/model/embed/subject'

/** Says that something is over: "I stopped taking ramipril", "Tom and I broke up". */
const OVER =
  /\b(?:stopped|quit|gave up|given up|no longer|(?:don|doesn)['’]t(?=.{1,80} any ?more\b)|any ?more|sold|cancell?ed|(?:broke|split) up|got rid of)\b/gi
const WHEN = /^(?:last|week|month|year|yesterday|today|ago|finally|already|recently|now)$/i

/**
 * Whether a later sentence says that what the earlier one states is over: up to its first comma it names
 * nothing else. "I quit the library" is not about "Ines works at the library".
 */
export function endsIt(earlier: string, later: string): boolean {
  const [clause = ''] = later.split(/(?<=[,;:.!?])\s| because /, 1)
  const rest = clause.replace(OVER, '')
  if (rest === clause || isUnreal(later) || (isPersonal(clause) && !isPersonal(earlier))) return false
  const { keys } = readingOf(earlier)
  const words = contentWords(rest).filter(({ text }) => !WHEN.test(text))
  return words.length > 0 && words.every(({ text }) => [...readingOf(text).keys].some((key) => keys.has(key)))
}
