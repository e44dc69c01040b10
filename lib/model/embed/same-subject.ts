import { sameSubject as areSameSubject, readingsIn as readingsInText } from '@/lib/heuristics/subject'

export type { Reading } from '@/lib/heuristics/subject'
/**
 * What a text states, sentence by sentence, and whether two sentences speak of the same thing of the same
 * person.
 */
export const readingsIn = readingsInText
export const sameSubject = areSameSubject
