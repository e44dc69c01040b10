import type { ChangeRow } from '@/lib/db/changes'
import type { Lease } from '@/lib/db/claims'
import type { Batch, Db } from '@/lib/db/client'
import type { BranchPath } from '@/lib/db/path'
import type { Turn } from '@/lib/db/turns'
import type { Failure } from '@/lib/shared/errors'
import type { Frame, TurnEvent } from '@/lib/shared/events'
import type { Runtime } from '@/lib/shared/runtime'
import type { Schedule } from './turn-log'

/** One attempt at a turn, as handed to whoever runs it. */
export type TurnRun = {
  turn: Turn
  lease: Lease
  /** The path to the turn before this one. */
  path: BranchPath
  signal: AbortSignal
  emit(event: TurnEvent): void
}

/** How an attempt ended and what is to be written with it, in the same transaction. `writes` is called again for each try. */
export type TurnOutcome = {
  status: 'completed' | 'stopped' | 'failed' | 'interrupted'
  answer: string
  error: Failure | null
  tokens: { answerTokens: number; toolTokens: number; recalledTokens: number; contextTokens: number }
  writes(): Batch
  changes: ChangeRow[]
}

/** Runs a turn to its end; must not throw. An aborted signal ends it soon, with the partial text. */
export type RunTurn = (run: TurnRun) => Promise<TurnOutcome>
/** What is left of a turn whose process died, from its log. */
export type RecoverTurn = (turn: Turn, frames: Frame[]) => Promise<TurnOutcome>
/** Why a running turn is cut short. */
export type AbortReason = 'stop' | 'shutdown' | 'lease' | 'unsaved'

export type RunnerDeps = {
  db: Db
  url: string
  instance: { id: string; host: string; pid: number }
  runtime: Runtime
  schedule: Schedule
  sleep(ms: number): Promise<void>
  /** Whether the process of this host that registered at `startedAt` under this number still lives. */
  isAlive(pid: number, startedAt: Date): boolean
  runTurn: RunTurn
  recoverTurn: RecoverTurn
  /** Told after each commit, outside of it: jobs may be waiting. */
  onSettled?(ownerId: string, turnId: string): void
  log(message: string, fields?: Record<string, unknown>): void
}
