import type { Format } from './use-format'

/** Why the two counts of one prompt differ. */
export const WHY_COUNTS_DIFFER =
  'Mneme estimates each part of a prompt before sending it; the provider reports its own count, with its ' +
  'own tokenizer and the formatting around each message, so the two differ.'

/** Shown for calls of `PREPARED_MODEL`. */
export const NOT_MEASURED = 'Prepared for the sample, so its time and cost are not measured.'

/** "3,869 tokens, estimated"; "4,157 tokens, reported". */
export const countedWords = (tokens: number, by: 'estimated' | 'reported', format: Format) =>
  `${format.tokens(tokens)} tokens, ${by}`
