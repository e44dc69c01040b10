import { z } from 'zod'
import { storableText } from '@/lib/shared/storable'
import type { StrategyStatus } from '../learning/strategies'
import { limits } from '../limits'
import { idSchema } from '../schemas'
import { tagSchema } from '../tags'

/** The kinds of memory that can be found. */
export const MEMORY_KINDS = ['message', 'summary', 'file', 'fact', 'strategy'] as const
export type MemoryKind = (typeof MEMORY_KINDS)[number]
/** Kinds whose index follows the changes of memory. Facts and strategies are few: their index is built anew. */
export type IndexedKind = Exclude<MemoryKind, 'fact' | 'strategy'>
export const SEARCH_ORDERS = ['best', 'newest'] as const

/** Accepts any text: NUL and lone surrogates count as blanks, and long text is cut. */
const looseText = z
  .string()
  .transform((text) => storableText(text.replaceAll('\0', ' ').slice(0, limits.search.textChars)))

/** All branches of the conversation instead of its active path. */
export const ALL_BRANCHES = 'all'
/**
 * A search over one owner's memory. Times include both ends.
 * - `branch`: search the path through this branch, or all branches
 * - `tag`: only conversations with this tag
 * - `cursor`: the previous page's `next`
 * - `facets`: also count the values of each filter, which takes longer
 */
const searchFields = z.strictObject({
  text: looseText.default(''),
  conversationId: idSchema.optional(),
  branch: idSchema.optional(),
  tag: tagSchema.optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  speaker: looseText.optional(),
  kinds: z.array(z.enum(MEMORY_KINDS)).min(1).max(MEMORY_KINDS.length).optional(),
  order: z.enum(SEARCH_ORDERS).default('best'),
  limit: z.int().min(1).max(limits.search.mostHits).default(limits.search.hits),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
  facets: z.boolean().default(false),
})
export const memorySearchSchema = searchFields.refine(
  ({ branch, conversationId }) => branch === undefined || conversationId !== undefined,
  'A branch needs its conversation.',
)
export type MemorySearch = z.input<typeof memorySearchSchema>

/** Offsets into the text, in order, not overlapping. */
export type Mark = [start: number, end: number]
/** A verbatim excerpt. `before` and `after` = text was left out there. */
export type SearchExcerpt = { text: string; marks: Mark[]; before: boolean; after: boolean }

export type SearchHit = {
  kind: MemoryKind
  /** The id of the turn, summary, strategy or first statement of a fact, or `CONVERSATION:PATH` of a file. */
  refId: string
  /** Its node in the graph. */
  node: string
  /** '' for a fact or a strategy that the person added. */
  conversationId: string
  branchId: string
  conversationTitle: string
  /** Of its conversation; absent where it has none. */
  tags?: string[]
  /**
   * The turn that said it, the last one summarised, the one that wrote the file, or the latest one that a
   * strategy was learned from; null for a fact or a strategy without a turn.
   */
  turnId: string | null
  turnNumber: number
  /** The first turn that a summary covers; else the turn's number. */
  fromNumber: number
  at: string
  /**
   * The imported name, or the product's name for what it answered; `user` or `assistant` for what was written
   * here; '' otherwise.
   */
  speaker: string
  /** The program that said it; none of facts, which the person approved, and of what Mneme answered there. */
  client?: string
  /** For a message: which side of its turn. */
  part?: 'user' | 'assistant'
  /** A file's path, a fact's subject or a strategy's slug, else ''. */
  name: string
  /** For a fact: since when it holds, as exactly as it was said; `at` is the day of its first statement. */
  since?: string
  /** For a fact that is still to begin. */
  coming?: true
  /** For a fact: when another value replaced it; null while it is current. */
  until?: string | null
  /** Of a strategy. */
  status?: StrategyStatus
  excerpt: SearchExcerpt
  /** In [0, 1]: the share of the best possible score. */
  score: number
  /** What each word, and each other factor, contributed. */
  parts: Record<string, number>
}
/** A branch of the searched conversation, by its first turn. `shown` = the active path ends on it. */
export type SearchBranch = { id: string; number: number; text: string; shown: boolean }
export type Facet = { value: string; label: string; count: number }
/**
 * Counts for each value of a filter with the other filters applied, highest first. `branches` = of the
 * searched conversation, newest first; empty with a single branch or without a conversation.
 */
export type Facets = { speakers: Facet[]; conversations: Facet[]; kinds: Facet[]; branches: SearchBranch[] }

export type SearchPage = {
  hits: SearchHit[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** All hits, shown or not. */
  total: number
  /** The words searched for, as named in `parts`. */
  words: string[]
  /** null unless requested. */
  facets: Facets | null
  /** The full text of a very large memory is still being built, so some hits are missing. */
  partial?: boolean
  /** The revision of memory that was searched. */
  rev: number
  ms: number
}

/** The query parameters of the search page and its route. */
const NAMES = {
  text: 'q',
  conversationId: 'in',
  branch: 'branch',
  tag: 'tag',
  speaker: 'who',
  kinds: 'kind',
  from: 'from',
  to: 'to',
  order: 'order',
  limit: 'limit',
  cursor: 'after',
  facets: 'facets',
} as const

const READERS: Record<string, (value: string) => unknown> = {
  kinds: (value) => value.split(','),
  limit: Number,
  facets: (value) => value === 'true' || value,
}

/** A search from query parameters, not validated yet. */
export function searchOf(params: URLSearchParams): Record<string, unknown> {
  const given = Object.entries(NAMES).flatMap(([field, name]): [string, unknown][] => {
    const value = params.get(name)
    if (!value) return []
    return [[field, READERS[field]?.(value) ?? value]]
  })
  return Object.fromEntries(given)
}

/** A search as query parameters. */
export function searchParamsOf(search: MemorySearch): URLSearchParams {
  const params = new URLSearchParams()
  for (const [field, name] of Object.entries(NAMES)) {
    const value = search[field as keyof typeof NAMES]
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  return params
}
