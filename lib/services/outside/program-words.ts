/** In hints that a page shows as well: what only somebody there can do, and what a program can. */
const INSTEAD: readonly [RegExp, string][] = [
  [/Go back and choose another\./, 'search, recall and facts return the ids that exist.'],
  [/Your draft is kept\. ?/, ''],
  [/(?:Stop|Wait for one) [^.]*\./, 'Try again when the answer is complete.'],
]

/** A failure as a sentence or two that a program can act on. */
export const programWords = ({ message, hint = '' }: { message: string; hint?: string }): string =>
  [message, INSTEAD.reduce((words, [here, there]) => words.replace(here, there), hint).trim()]
    .filter(Boolean)
    .join(' ')
