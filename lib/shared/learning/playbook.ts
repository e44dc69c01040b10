import { z } from 'zod'
import { limitsOfPlaybook as limits } from '../limits/playbook'
import type { FactSource } from '../memory/facts'
import { namesIn } from '../pick'
import { domainSchema, idSchema, searchSchema } from '../schemas'
import {
  type Counters,
  type DeltaAuthor,
  type DeltaOp,
  SLUG,
  type StrategyStatus,
  type StrategyText,
  strategyTextSchema,
} from './strategies'

/** `strategy` = the slug of one that is in the list even if there are too many to show all. */
export const playbookQuerySchema = z.strictObject({
  search: searchSchema,
  strategy: z.string().regex(SLUG).nullable().default(null),
})
export type PlaybookQuery = z.input<typeof playbookQuerySchema>

export const editStrategySchema = z.strictObject({ id: idSchema, set: strategyTextSchema.partial() })
export type StrategyEdit = Partial<StrategyText>
/** What a person does with strategies besides editing. */
export const STRATEGY_ACTS = namesIn('pin unpin retire restore approve reject remove')
export const changeStrategiesSchema = z.strictObject({
  act: z.enum(STRATEGY_ACTS),
  ids: z.array(idSchema).min(1).max(limits.idsAtOnce),
})
export type ChangeStrategies = z.infer<typeof changeStrategiesSchema>
export type StrategyAct = ChangeStrategies['act']
/** null = of every domain. */
export const shareStrategiesSchema = z.strictObject({ domain: domainSchema.nullable() })
const seq = z.int().min(1).max(2_000_000_000)
/** Changes before `before`, newest first; of one strategy if `id` is not null. */
export const playbookHistorySchema = z.strictObject({
  id: idSchema.nullable(),
  before: seq.nullable(),
})
/** One change, or all that were made together. */
export const undoPlaybookSchema = z.union([z.strictObject({ seq }), z.strictObject({ groupId: idSchema })])
export type UndoPlaybook = z.infer<typeof undoPlaybookSchema>

/**
 * A strategy on screen. `uses` = turns whose prompt contained it, `cited` = turns whose answer cited it; `by`
 * = who added it; `conversation` = the only one it is for, null = all; `mergedInto` = the slug of the
 * strategy that took its place; `opposites` = those in use that seem to contradict it.
 */
export type StrategyDto = StrategyText &
  Counters & {
    id: string
    slug: string
    status: StrategyStatus
    pinned: boolean
    untrusted: boolean
    uses: number
    cited: number
    by: DeltaAuthor
    conversation: { id: string; title: string } | null
    mergedInto: string | null
    sources: FactSource[]
    opposites: { id: string; slug: string; title: string }[]
  }
/**
 * `total` = how many match, which may be more than are sent; `all` = strategies without any filter; `domains` =
 * the ones in use.
 */
export type PlaybookDto = {
  lessons: StrategyDto[]
  proposed: StrategyDto[]
  total: number
  all: number
  domains: string[]
}

/** One field of a change, as text a person can read; both empty if only its name says something. */
export type ChangedField = { field: string; before: string; after: string }
/**
 * A change of the playbook. `strategy` null = it was forgotten; `group` = how many changes were made together
 * with it; `undoes` = the change it took back.
 */
export type PlaybookChange = {
  seq: number
  op: DeltaOp
  by: DeltaAuthor
  at: string
  groupId: string
  group: number
  turn: FactSource | null
  strategy: { id: string; slug: string; title: string; exists: boolean } | null
  fields: ChangedField[]
  tag: string | null
  /** It took a merge back. */
  unmerged: boolean
  undoes: number | null
  undone: boolean
}
export type PlaybookHistory = { changes: PlaybookChange[]; next: number | null }
/** Names what an act changed, so that it can be undone. */
export type PlaybookActed = { groupId: string }
