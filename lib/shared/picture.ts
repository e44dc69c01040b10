/**
 * Marks a line of imported text as the description of a picture. A sign rather than a word, so that search
 * never matches it.
 */
const SIGN = '🖼'

/** A line that describes a picture. */
export const pictureLine = (caption: string): string => `${SIGN} ${caption.replace(/\s+/g, ' ').trim()}`

/** The description in such a line; null for other text. */
export const captionIn = (sentence: string): string | null =>
  sentence.startsWith(`${SIGN} `) ? sentence.slice(SIGN.length + 1) : null
