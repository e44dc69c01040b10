import { z } from 'zod'
import { limits } from './limits'
import { idSchema } from './schemas'

/** What can be found. Facts and strategies join here. */
export const MEMORY_KINDS = ['message', 'summary', 'file'] as const
export type MemoryKind = (typeof MEMORY_KINDS)[number]
export const SEARCH_ORDERS = ['best', 'newest'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

/** Any text can be looked for: what cannot be text (NUL, lone surrogates) counts as a blank, and what is too long is cut. */
const looseText = z
  .string()
  .transform((text) =>
    text.toWellFormed().replaceAll('\0', ' ').slice(0, limits.search.textChars).toWellFormed(),
  )

/** All branches of the conversation instead of its active path. */
export const ALL_BRANCHES = 'all'
/** A search over all memory of one owner. Times include both ends. `branch` = of the conversation: the path through that one, or all. `cursor` = what the page before named as `next`. `facets` = with what the filters could be set to, which takes longer. */
const searchFields = z.strictObject({
  text: looseText.default(''),
  conversationId: idSchema.optional(),
  branch: idSchema.optional(),
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
  'A branch is one of a conversation.',
)
export type MemorySearch = z.input<typeof memorySearchSchema>

/** Offsets into the text they belong to, in order, apart from each other. */
export type Mark = [start: number, end: number]
/** A verbatim piece of what was found; `before` and `after` = something was left out there. */
export type SearchExcerpt = { text: string; marks: Mark[]; before: boolean; after: boolean }

export type SearchHit = {
  kind: MemoryKind
  /** The turn's, the summary's, or `CONVERSATION:PATH` of a file. */
  refId: string
  /** Its node in the graph. */
  node: string
  conversationId: string
  branchId: string
  conversationTitle: string
  /** The turn to go to: the one it was said in, the last one summed up, the one that wrote the file. */
  turnId: string | null
  turnNumber: number
  /** First turn that a summary covers; else the turn's number. */
  fromNumber: number
  at: string
  /** As it was imported, the product's name for what it answered; `user` or `assistant` for what was written here; '' for what nobody said. */
  speaker: string
  /** Of a message: the side of its turn that says it. */
  part?: 'user' | 'assistant'
  /** A file's path, else ''. */
  name: string
  excerpt: SearchExcerpt
  /** In [0, 1]: its share of the best score possible. */
  score: number
  /** What each word, and then each circumstance, gave of it. */
  parts: Record<string, number>
}
/** A branch of the conversation searched, by its first turn; `shown` = the active path ends on it. */
export type SearchBranch = { id: string; number: number; text: string; shown: boolean }
export type Facet = { value: string; label: string; count: number }
/** How many there are for each value of a filter, the other filters kept, most first. `branches` = of the conversation searched, the newest first; empty where it has but one, and without a conversation. */
export type Facets = { speakers: Facet[]; conversations: Facet[]; kinds: Facet[]; branches: SearchBranch[] }

export type SearchPage = {
  hits: SearchHit[]
  /** Names the next page; null on the last one. */
  next: string | null
  /** Everything that was found, shown or not. */
  total: number
  /** Words that were looked for, as `parts` names them. */
  words: string[]
  /** null unless asked for. */
  facets: Facets | null
  /** The full text of a very large memory is still being made: some of it is not found yet. */
  partial?: boolean
  /** The revision of memory that was searched. */
  rev: number
  ms: number
}

/** The parts of an address: what the search page and its route say a search with. */
const NAMES = {
  text: 'q',
  conversationId: 'in',
  branch: 'branch',
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

/** A search as an address says it, not checked yet. */
export function searchOf(params: URLSearchParams): Record<string, unknown> {
  const given = Object.entries(NAMES).flatMap(([field, name]): [string, unknown][] => {
    const value = params.get(name)
    if (!value) return []
    return [[field, READERS[field]?.(value) ?? value]]
  })
  return Object.fromEntries(given)
}

/** A search as an address. */
export function searchParamsOf(search: MemorySearch): URLSearchParams {
  const params = new URLSearchParams()
  for (const [field, name] of Object.entries(NAMES)) {
    const value = search[field as keyof typeof NAMES]
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  return params
}
