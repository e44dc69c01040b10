import type { ChangeRow } from '@/lib/db/engine/changes'
import type { Batch } from '@/lib/db/engine/client'
import type { Lease, TurnTokens } from '@/lib/db/turns/claims'
import type { BranchPath } from '@/lib/db/turns/path'
import type { Turn } from '@/lib/db/turns/turns'
import type { Failure } from '@/lib/shared/errors'
import type { OnCall } from '@/lib/shared/model-call'
import type { TurnEvent } from '@/lib/shared/turn/events'

/** One attempt at a turn. */
export type TurnRun = {
  turn: Turn
  lease: Lease
  /** The path to the turn before this one. */
  path: BranchPath
  signal: AbortSignal
  emit(event: TurnEvent): void
  /** Called for every model call of the turn. */
  onCall?: OnCall | undefined
}

/** How an attempt ended, and what to write in the same transaction. Each try calls `writes` again. */
export type TurnOutcome = {
  status: 'completed' | 'stopped' | 'failed' | 'interrupted'
  answer: string
  error: Failure | null
  tokens: TurnTokens
  writes(): Batch
  changes: ChangeRow[]
}
