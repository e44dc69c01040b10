import type { TurnOutcome } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import { isGone } from '@/lib/db/engine/errors'
import { type Lease, settleOps } from '@/lib/db/turns/claims'
import { appendLogOps, lastFrame, logRow, readLog } from '@/lib/db/turns/events'
import { turnsById } from '@/lib/db/turns/turns'
import type { TurnDto } from '@/lib/shared/dto'
import { type Failure, toFailure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { storageFailure } from '@/lib/shared/storage-failure'
import type { Frame, TerminalEvent, TurnEvent } from '@/lib/shared/turn/events'
import { foldEvents } from '@/lib/shared/turn/live'
import type { AbortReason, RunnerDeps } from './runner-deps'

type Deps = Pick<RunnerDeps, 'db' | 'runtime'>

/**
 * Commits the end of an attempt in one transaction behind the fence. @throws P2025 when the lease was lost.
 */
export async function commitTurn(
  { db, runtime }: Deps,
  lease: Lease,
  outcome: TurnOutcome,
  frames: Frame[],
): Promise<void> {
  const { turnId } = lease
  await db.$transaction([
    ...settleOps(db, lease, {
      status: outcome.status,
      answer: outcome.answer,
      endedAt: runtime.now(),
      ...outcome.tokens,
      error: outcome.error,
    }),
    ...appendLogOps(
      db,
      frames.map((frame) => logRow(turnId, frame)),
    ),
    ...outcome.writes(),
    ...changeOps(db, lease.ownerId, [{ kind: 'turn', refId: turnId, op: 'put' }]),
  ])
}

export function terminalEvent({ runtime }: Pick<Deps, 'runtime'>, outcome: TurnOutcome): TerminalEvent {
  const at = runtime.now().toISOString()
  return outcome.status === 'failed'
    ? { type: 'failed', at, error: outcome.error ?? toFailure(null) }
    : { type: outcome.status, at }
}

export const NOT_SAVED = {
  code: 'not_saved',
  message: 'The answer could not be saved.',
  hint: 'Copy it now: Mneme cannot write to the database. Check the disk, then select Retry.',
} as const

/** Gives a cut-short turn its reason. A turn that had already ended is unchanged. */
export function asAborted(outcome: TurnOutcome, reason: AbortReason | undefined): TurnOutcome {
  if (outcome.status !== 'stopped') return outcome
  if (reason === 'shutdown') return { ...outcome, status: 'interrupted' }
  return reason === 'unsaved' ? { ...outcome, status: 'failed', error: NOT_SAVED } : outcome
}

/** An outcome that needs only the log: the text shown so far. For turns that failed in an unforeseen way. */
export function bareOutcome(
  status: TurnOutcome['status'],
  frames: Frame[],
  error: Failure | null,
): TurnOutcome {
  const events = frames.map((frame) => frame.event)
  const { answer } = foldEvents({ steps: [], answer: '' } as unknown as TurnDto, events)
  return {
    ...{ status, answer },
    error,
    tokens: { answerTokens: 0, toolTokens: 0, recalledTokens: 0, contextTokens: 0 },
    writes: () => [],
  }
}

/** Settles the turns of dead processes from their logs. */
export class Recovery {
  /**
   * Failed attempts by turn. After the last one, what cannot be written is left out, so that no turn runs
   * forever.
   */
  private readonly failures = new Map<string, number>()

  constructor(private readonly deps: Deps & Pick<RunnerDeps, 'recoverTurn' | 'log'>) {}

  /** @returns the turn's events if this call settled it. @throws when it failed; the next call retries. */
  async settle(ownerId: string, turnId: string): Promise<TurnEvent[] | null> {
    const { db, log } = this.deps
    const [turn] = await turnsById(db, [turnId])
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
