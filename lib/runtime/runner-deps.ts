import type { TurnOutcome, TurnRun } from '@/lib/agent/turn-state'
import type { Db } from '@/lib/db/engine/client'
import type { Turn } from '@/lib/db/turns/turns'
import type { Runtime } from '@/lib/shared/runtime'
import type { Frame } from '@/lib/shared/turn/events'
import type { Telemetry } from '@/lib/telemetry/telemetry'
import type { Schedule } from './turn-log'

/** Why a running turn is aborted. */
export type AbortReason = 'stop' | 'shutdown' | 'lease' | 'unsaved'

export type RunnerDeps = {
  db: Db
  instance: { id: string; host: string; pid: number }
  runtime: Runtime
  schedule: Schedule
  sleep(ms: number): Promise<void>
  /** Whether the process of this host registered at `startedAt` under this number is alive. */
  isAlive(pid: number, startedAt: Date): boolean
  /** Whether this process starts waiting turns of a conversation; of all without it. */
  serves?(conversationId: string): boolean
  /** Runs a turn to its end. Aborting the signal ends it soon, with the partial text. @throws if it cannot begin. */
  runTurn(run: TurnRun): Promise<TurnOutcome>
  /** Reconstructs the turn of a dead process from its log. */
  recoverTurn(turn: Turn, frames: Frame[]): Promise<TurnOutcome>
  /** Called after each commit, outside of it: jobs may be waiting. */
  onSettled?(ownerId: string, turnId: string): void
  log(message: string, fields?: Record<string, unknown>): void
  telemetry?: Telemetry | undefined
}
