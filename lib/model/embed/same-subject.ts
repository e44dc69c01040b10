import {
  sameSubject as areSameSubject,
  readingOf as readingOfText,
  readingsIn as readingsInText,
  restates as restatesOther,
} from '@/lib/heuristics/subject'

export type { Reading } from '@/lib/heuristics/subject'
/**
 * What a text states, sentence by sentence, and whether two sentences speak of the same thing of the same
 * person.
 */
export const readingsIn = readingsInText
export const sameSubject = areSameSubject
/** What one sentence or question speaks of, and whether a sentence says of its subject what another says, or that it changed. */
export const readingOf = readingOfText
export const restates = restatesOther
