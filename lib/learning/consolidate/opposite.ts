const NEGATIONS =
  /\b(?:not|never|no|don['’]t|do not|avoid|without|instead of|stop|must not|cannot|can['’]t)\b/gi
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\balways\b/i, /\bnever\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\benable[sd]?\b/i, /\bdisable[sd]?\b/i],
  [/\bon\b/i, /\boff\b/i],
  [/\binclude[sd]?\b/i, /\b(?:exclude[sd]?|leave out)\b/i],
  [/\b(?:more|increase[sd]?)\b/i, /\b(?:less|fewer|decrease[sd]?|reduce[sd]?)\b/i],
  [/\b(?:first|at once)\b/i, /\b(?:last|later)\b/i],
]
const negations = (text: string) => [...text.matchAll(NEGATIONS)].length

/** Whether two texts seem opposite: one denies the other, or each has one of two opposite words. */
export function seemOpposite(a: string, b: string): boolean {
  if (negations(a) % 2 !== negations(b) % 2) return true
  return OPPOSITES.some(
    ([one, other]) =>
      (one.test(a) && !other.test(a) && other.test(b) && !one.test(b)) ||
      (one.test(b) && !other.test(b) && other.test(a) && !one.test(a)),
  )
}
