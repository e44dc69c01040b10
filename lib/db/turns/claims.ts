import { changeOps } from '@/lib/db/engine/changes'
import { type Batch, type Db, onSqlite, type Prisma, sqlNull } from '@/lib/db/engine/client'
import { unlessLost } from '@/lib/db/engine/errors'
import { columns } from '@/lib/db/engine/rows'
import { dropVerdictOps } from '@/lib/db/learning/verdicts'
import type { TurnStatus } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import { pick, type Words } from '@/lib/shared/pick'
import type { ThinkingPlan } from '@/lib/shared/turn/events'
import type { Turn } from './turns'

/** Who owns a running turn; all of it in the `where` of every write is the fence. */
export type Lease = { turnId: string; ownerId: string; attempt: number; leaseOwner: string }
const fence = (lease: Lease) => ({
  ...pick(lease, 'ownerId leaseOwner attempt'),
  id: lease.turnId,
  status: 'running' as const,
})

/** The database's clock minus ours in milliseconds: all hosts compare leases with it. 0 on SQLite, which has one host. */
export async function clockOffset(db: Db, now: Date): Promise<number> {
  if (onSqlite(db)) return 0
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT now() AS "now"`
  return row ? row.now.getTime() - now.getTime() : 0
}

/** Claims a queued turn by one update; null if another runs or was faster, or it is in the trash. */
export async function claimTurn(
  db: Db,
  ownerId: string,
  turnId: string,
  conversationId: string,
  leaseOwner: string,
  leaseUntil: Date,
  now: Date,
): Promise<{ turn: Turn; lease: Lease } | null> {
  const claimed = db.turn.update({
    where: { id: turnId, ownerId, status: 'queued', stopAt: null, trashId: null },
    data: {
      ...{ status: 'running', activeKey: conversationId, leaseOwner, leaseUntil },
      ...{ attempt: { increment: 1 }, startedAt: now, endedAt: null },
    },
  })
  const turn = await unlessLost(claimed)
  return turn && { turn, lease: { turnId, ownerId, attempt: turn.attempt, leaseOwner } }
}

/** Renews the leases of `ids`. @returns those that this instance still owns. */
export async function renewLeases(db: Db, ids: string[], leaseOwner: string, leaseUntil: Date) {
  if (ids.length === 0) return new Set<string>()
  const where = { id: { in: ids }, leaseOwner, status: 'running' as const }
  await db.turn.updateMany({ where, data: { leaseUntil } })
  const kept = await db.turn.findMany({ where, select: { id: true } })
  return new Set(kept.map((turn) => turn.id))
}

/** A fenced write to a running turn, first in its transaction: P2025 undoes all once the lease is lost. */
export const fencedUpdate = (db: Db, lease: Lease, data: Prisma.TurnUpdateInput) =>
  db.turn.update({ where: fence(lease), data, select: { id: true } })

/** `userTokens` where they are not those of its message. */
export type TurnTokens = Record<Words<'answerTokens toolTokens recalledTokens contextTokens'>, number> & {
  userTokens?: number
}
export type Settlement = TurnTokens & {
  status: 'completed' | 'stopped' | 'failed' | 'interrupted'
  answer: string
  error: Failure | null
  endedAt: Date
}
const RELEASED = { activeKey: null, leaseOwner: null, leaseUntil: null, stopAt: null }
export const settleOps = (db: Db, lease: Lease, { error, ...data }: Settlement): Batch => [
  fencedUpdate(db, lease, { ...data, ...RELEASED, error: error ?? sqlNull }),
]

/** Asks whoever runs the turn to stop it; a queued one stops at once. @returns the status found. */
export async function requestStop(db: Db, ownerId: string, turnId: string, now: Date) {
  const change = async (status: TurnStatus, data: Prisma.TurnUpdateManyMutationInput) =>
    (await db.turn.updateMany({ where: { id: turnId, ownerId, status }, data })).count > 0
  if (await change('queued', { status: 'stopped', stopAt: now, endedAt: now })) return 'queued'
  return (await change('running', { stopAt: now })) ? 'running' : 'settled'
}

/** Of these running turns, those that were asked to stop. */
export async function stopRequests(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const where = { id: { in: ids }, status: 'running' as const, stopAt: { not: null } }
  return (await db.turn.findMany({ where, select: { id: true } })).map((turn) => turn.id)
}

/** Queues a settled turn again; false if it is in another state. What was thought of its answer goes. */
export async function requeue(db: Db, ownerId: string, turnId: string, options: Prisma.InputJsonObject) {
  const queued = db.$transaction([
    db.turn.update({
      where: { id: turnId, ownerId, status: { in: AGAIN } },
      data: { status: 'queued', stopAt: null, options: { ...options, go: true } },
      select: { id: true },
    }),
    db.feedback.deleteMany({ where: { ownerId, turnId } }),
    ...dropVerdictOps(db, ownerId, turnId),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: turnId, op: 'put' }]),
  ])
  return (await unlessLost(queued)) !== null
}

const AGAIN: TurnStatus[] = ['stopped', 'failed', 'interrupted']
/** Whether a turn may be tried again, and whether turns that ran, or run, build on it. */
export async function retryState(db: Db, ownerId: string, turn: { id: string; status: TurnStatus }) {
  const again = AGAIN.includes(turn.status)
  const where = { ownerId, parentId: turn.id, status: { not: 'queued' as const } }
  return { again, followed: again && (await db.turn.count({ where })) > 0 }
}

export const runningTurns = (db: Db) =>
  db.turn.findMany({
    where: { status: 'running' },
    select: columns('id ownerId conversationId attempt leaseOwner leaseUntil'),
  })

/** Writes: how an attempt may think and which window it sees, as decided at its start. */
export const turnPlanOps = (
  db: Db,
  { turnId, ownerId, attempt }: Omit<Lease, 'leaseOwner'>,
  thinking: ThinkingPlan,
  window: object,
): Batch => [
  db.$executeRaw`UPDATE "Turn" SET "plan" = ${JSON.stringify(thinking)}, "depth" = ${thinking.depth ?? null}, "window" = ${JSON.stringify(window)} WHERE "id" = ${turnId} AND "ownerId" = ${ownerId} AND "attempt" = ${attempt}`,
]
