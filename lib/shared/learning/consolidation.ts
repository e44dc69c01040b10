import { z } from 'zod'
import type { Failure } from '@/lib/shared/errors'
import type { OldTexts } from '@/lib/shared/memory/retention'
import { idSchema } from '../schemas'

/** A strategy as a consolidation names it. */
export type NamedStrategy = { slug: string; title: string }

/**
 * What a consolidation would do. `merges` = `from` goes into `into`; `opposites` = pairs that seem to
 * contradict each other, to be flagged; `retired` = unused for half a year; `trials` = quarantined ones that
 * get one more chance.
 */
export type ConsolidationDto = {
  items: number
  merges: { into: NamedStrategy; from: NamedStrategy }[]
  opposites: NamedStrategy[][]
  retired: NamedStrategy[]
  trials: NamedStrategy[]
  /** Similar pairs that only a model can decide. */
  unclear: number
  /** Full texts that are dropped as well; null if they are kept forever. */
  texts: OldTexts | null
}
/** A consolidation that was asked for. */
export type ConsolidationState =
  | { stage: 'running' }
  | { stage: 'done'; done: ConsolidatedDto }
  | { stage: 'failed'; error: Failure }
export const consolidationIdSchema = z.object({ id: idSchema })

/** What one did. `groupId` undoes it as a whole. */
export type ConsolidatedDto = { groupId: string; merged: number; flagged: number; retired: number }
