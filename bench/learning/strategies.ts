import type { NewStrategy } from '@/lib/db/learning/log/apply'
import { contentHash } from '@/lib/db/learning/log/state'
import type { BulkRow } from '@/lib/db/testing-bulk'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { PLAYBOOK_SLUGS, slugOf } from '@/lib/shared/learning/strategies'
import { pick, type Random, whole, zipf } from '../seed/random'

const VOCABULARY = 20_000
const DAY_MS = 24 * 3_600_000
const words = inventedWords(VOCABULARY)
const sentence = (random: Random, least: number, most: number) =>
  Array.from({ length: whole(random, least, most) }, () => words[zipf(random, VOCABULARY)]).join(' ')

const textOf = (random: Random, i: number) => ({
  section: PLAYBOOK_SLUGS[i % PLAYBOOK_SLUGS.length] ?? 'misc',
  kind: 'principle' as const,
  title: sentence(random, 3, 8),
  description: '',
  content: `${sentence(random, 20, 80)}.`,
  tags: [],
  domain: '',
  query: sentence(random, 6, 14),
})

/** A strategy as learning makes it, with words as frequent as in natural text. */
export const learned = (random: Random, i: number): NewStrategy => ({
  ...textOf(random, i),
  conversationId: null,
  outcome: 'success',
  prior: 0.75,
  helpful: 0,
  harmful: 0,
  neutral: 0,
  status: 'active',
  pinned: false,
  untrusted: false,
  sources: [],
  links: [],
})

/** Rows of many strategies, used and tagged for a year. */
export const strategyRows = (
  random: Random,
  ownerId: string,
  from: number,
  count: number,
  now: Date,
): BulkRow[] =>
  Array.from({ length: count }, (_, j) => {
    const i = from + j
    const { links: noLinks, sources: noSources, ...strategy } = learned(random, i)
    const at = new Date(now.getTime() - whole(random, 0, 365) * DAY_MS)
    return {
      id: `bench_${String(i).padStart(8, '0')}`,
      ownerId,
      slug: slugOf(strategy.section, i + 1),
      ...strategy,
      contentHash: contentHash(strategy.content),
      conversationId: null,
      helpful: whole(random, 0, 6),
      harmful: whole(random, 0, 2),
      uses: whole(random, 0, 20),
      trial: false,
      mergedIntoId: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
      lastUsedAt: null,
    }
  })

/** What a person asks: words of a strategy among words of their own. */
export const question = (random: Random, rows: readonly BulkRow[]): string => {
  const content = String(pick(random, rows).content).split(' ')
  return [...Array.from({ length: 6 }, () => pick(random, content)), sentence(random, 3, 6)].join(' ')
}
