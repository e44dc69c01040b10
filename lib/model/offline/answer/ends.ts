import { isPersonal } from '@/lib/heuristics/statement'
import { contentWords } from '@/lib/heuristics/text/words'
import { isUnreal } from '@/lib/heuristics/unreal'
import { readingOf, sameOwner, speaksOf } from '@/lib/model/embed/subject'
import { WEEKDAY } from '@/lib/shared/time/words'
import { isNameWord } from './query'

/** Says that something is over: "I stopped taking ramipril", "I cancelled the gym". */
const OVER =
  /\b(?:stopped(?! (?:at|by|in|for|off|near|on)\b)|quit|gave up|given up|no longer|(?:don|doesn|isn|aren)['’]t(?=.{1,80} any ?more\b)|sold|cancell?ed|got rid of|(?:am|['’]m|came|took me) off)\b/i
/** Where the clause that says so ends. */
const CLAUSE = /(?<=[,;:.!?])\s|\s(?:and|but|so|after|because|since)\s/
const DENIED = /\b(?:not|never|(?:have|has|had|did|was|were)n['’]t)\b/i
/** What was so in the past stays so: "I paid £300 for the bike". */
const PAST = /\b(?:bought|paid|went|met|was|were|got|saw|took|did|had)\b|\p{L}ed\b/iu
const OTHERS = /\b(?:he|she|his|her|hers|their|your)\b/i
/** "I no longer work on Fridays" ends only a part. */
const PART = new RegExp(`\\b(?:${WEEKDAY})s?\\b`, 'i')
/** Words that say only when or how it ended. */
const ASIDE =
  /^(?:last|week|month|year|yesterday|today|ago|finally|already|recently|now|time|any|anymore|luckily|sadly|unfortunately)$/i

/**
 * Whether a later sentence says that what the earlier one states is over: the clause that says so names
 * nothing else. "I quit the library" is not about "Ines works at the library".
 */
export function endsIt(earlier: string, later: string): boolean {
  const clause = later.split(CLAUSE).find((one) => OVER.test(one))
  if (clause === undefined || isUnreal(later) || PAST.test(earlier)) return false
  if ([DENIED, PART].some((form) => form.test(clause)) || (OTHERS.test(clause) && !OTHERS.test(earlier)))
    return false
  const [before, now] = [readingOf(earlier), readingOf(clause)]
  const words = contentWords(clause.replace(OVER, '')).filter(({ text }) => !ASIDE.test(text))
  return (
    words.length > 0 &&
    words.every(({ text }) => speaksOf(before, text)) &&
    sameOwner(before, now) &&
    startsAlike(earlier, clause)
  )
}

/** Whether both are of the speaker, or both of whoever is named first. */
function startsAlike(earlier: string, clause: string): boolean {
  const [first = ''] = earlier.split(' ', 1)
  const isNamed = isNameWord(first) && contentWords(first).length > 0
  if (isPersonal(clause)) return isPersonal(earlier) || !isNamed
  const [word] = contentWords(clause)
  return word === undefined || !isNameWord(word.text) || word.text === first
}
