import { isGone } from '@/lib/db/engine/errors'
import { lastFrame, readLog } from '@/lib/db/turns/events'
import { findTurns } from '@/lib/db/turns/turns'
import { limits } from '@/lib/shared/limits'
import { storageFailure } from '@/lib/shared/storage-failure'
import type { Frame, TurnEvent } from '@/lib/shared/turn/events'
import { commitTurn, terminalEvent } from './commit-turn'
import { bareOutcome } from './fallback-outcome'
import type { RunnerDeps } from './runner-deps'

type Deps = Pick<RunnerDeps, 'db' | 'runtime' | 'recoverTurn' | 'log'>

/** Settles the turns of dead processes from their logs. */
export class Recovery {
  /**
   * Failed attempts by turn. After the last one, what cannot be written is left out, so that no turn runs
   * forever.
   */
  private readonly failures = new Map<string, number>()

  constructor(private readonly deps: Deps) {}

  /** @returns the turn's events if this call settled it. @throws when it failed; the next call retries. */
  async settle(ownerId: string, turnId: string): Promise<TurnEvent[] | null> {
    const { db, log } = this.deps
    const [turn] = await findTurns(db, [turnId])
    if (!turn?.leaseOwner || turn.ownerId !== ownerId) return null
    const { attempt, leaseOwner } = turn
    const frames = await readLog(db, turnId, attempt)
    const last = await lastFrame(db, turnId, attempt)
    const failures = this.failures.get(turnId) ?? 0
    const textOnly = (error: unknown) => {
      log('a turn was recovered with its text only', { turnId, error: String(error) })
      return bareOutcome('interrupted', frames, null)
    }
    const outcome =
      failures < limits.runner.recoverTries
        ? await this.deps.recoverTurn(turn, frames).catch(textOnly)
        : textOnly(`it could not be written after ${failures} attempts`)
    const frame: Frame = { attempt, seq: (last?.seq ?? 0) + 1, event: terminalEvent(this.deps, outcome) }
    try {
      await commitTurn(this.deps, { turnId, ownerId, attempt, leaseOwner }, outcome, [frame])
    } catch (error) {
      if (isGone(error)) return null
      // A full disk says nothing about the row, so it does not count.
      if (!storageFailure(error)) this.failures.set(turnId, failures + 1)
      throw error
    }
    this.failures.delete(turnId)
    log('recovered an interrupted turn', { turnId })
    return [...frames, frame].map(({ event }) => event)
  }
}
