/** Marks a line of an imported text as what a picture shows, not as words that were said. A sign, not a word, so that nothing else is found by it. */
const SIGN = '🖼'

/** A line that says what a picture shows. */
export const pictureLine = (caption: string): string => `${SIGN} ${caption.replace(/\s+/g, ' ').trim()}`

/** What a picture shows, where a sentence is such a line; else null. */
export const captionIn = (sentence: string): string | null =>
  sentence.startsWith(`${SIGN} `) ? sentence.slice(SIGN.length + 1) : null
