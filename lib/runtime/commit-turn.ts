import type { TurnOutcome } from '@/lib/agent/turn-state'
import { changeOps } from '@/lib/db/engine/changes'
import { type Lease, settleOps } from '@/lib/db/turns/claims'
import { appendLogOps, logRow } from '@/lib/db/turns/events'
import { toFailure } from '@/lib/shared/errors'
import type { Frame, TerminalEvent } from '@/lib/shared/turn/events'
import type { RunnerDeps } from './runner-deps'

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
