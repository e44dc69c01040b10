import { z } from 'zod'
import type { Failure } from '@/lib/shared/errors'
import type { OldTexts } from '@/lib/shared/memory/retention'
import { idSchema } from '../schemas'

/** A strategy as a consolidation names it. */
export type NamedStrategy = { slug: string; title: string }
/** Judged turns, and how many of them succeeded. */
export type Outcomes = { turns: number; succeeded: number }
/** Turns that cited a strategy against turns of the same depths that did not. */
export type Worse = { used: Outcomes; similar: Outcomes }

/**
 * What a consolidation would do. `merges` = `from` goes into `into`; `opposites` = pairs that seem to
 * contradict each other, to be flagged; `worse` = turns with it succeed less often than similar ones, to be
 * quarantined; `retired` = unused for half a year; `trials` = quarantined ones that get one more chance.
 */
export type ConsolidationDto = {
  items: number
  merges: { into: NamedStrategy; from: NamedStrategy }[]
  opposites: NamedStrategy[][]
  retired: NamedStrategy[]
  worse: (NamedStrategy & Worse)[]
  trials: NamedStrategy[]
  /** Pairs that are linked as related. */
  links: number
  /** Similar pairs that only a model can decide. */
  unclear: number
  /** Full texts that are dropped as well; null if they are kept forever. */
  texts: OldTexts | null
}
/** Of the pairs that the model is asked about, how many it has answered. */
export const consolidationProgressSchema = z.object({ asked: z.int(), pairs: z.int() })
export type ConsolidationProgress = z.infer<typeof consolidationProgressSchema>
/** A consolidation that was asked for. `progress` is null until the model is asked, if it is at all. */
export type ConsolidationState =
  | { stage: 'running'; progress: ConsolidationProgress | null }
  | { stage: 'done'; done: ConsolidatedDto }
  | { stage: 'failed'; error: Failure }
export const consolidationIdSchema = z.object({ id: idSchema })

/** What one did. `groupId` undoes it as a whole. */
export type ConsolidatedDto = {
  groupId: string
  merged: number
  flagged: number
  linked: number
  retired: number
  quarantined: number
}
