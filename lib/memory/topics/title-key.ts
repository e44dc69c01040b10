import { createHash } from 'node:crypto'
import type { TopicTerm } from '@/lib/db/memory/topics'

/** A topic's strongest terms: all that a model sees of it. */
export const NAMED_TERMS = 8
/** What a model's name of a topic was given for, in any order. */
export const titleKeyOf = (terms: readonly TopicTerm[]): string =>
  createHash('sha256')
    .update(
      terms
        .slice(0, NAMED_TERMS)
        .map(({ term }) => term)
        .sort()
        .join(' '),
    )
    .digest('hex')
    .slice(0, 16)
