import { createHash } from 'node:crypto'
import type { TopicTerm } from '@/lib/db/memory/topics'

const MOST = 8
/** What a model's name of a topic was given for: its strongest terms, in any order. */
export const titleKeyOf = (terms: readonly TopicTerm[]): string =>
  createHash('sha256')
    .update(
      terms
        .slice(0, MOST)
        .map(({ term }) => term)
        .sort()
        .join(' '),
    )
    .digest('hex')
    .slice(0, 16)
