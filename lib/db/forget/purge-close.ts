import { changeOps } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { unitsLeft } from '@/lib/db/memory/full-text'
import { jobOps } from '@/lib/db/turns/jobs'
import type { ForgetProof } from '@/lib/shared/forget'
import { gapsOf, spanOf } from './forgotten-list'
import { goneBy, NOTHING } from './gone'
import { goneWhat, type Held, isWhole } from './held-schema'
import { stillSaid } from './proof'
import type { Due, Started } from './purge-due'
import { quotingTurns } from './scrub'

/**
 * What went and whether anything is left. Its row is cleared of what was looked for and keeps the proof until
 * the file is wiped too.
 */
export async function verify(db: Db, due: Due, started: Started, now: Date): Promise<ForgetProof> {
  const { id, ownerId, held, turns } = due
  const { kind, conversationId, cited } = held
  const alongside = await db.turn.findMany({
    where: { ownerId, trashId: { in: held.together ?? [] } },
    select: { id: true },
  })
  const own = new Set([...turns, ...alongside].map((turn) => turn.id))
  const { also, elsewhere } = await stillSaid(db, ownerId, started.snippets, own, await quoting(db, due, own))
  const known = new Set(also.map((turn) => turn.turnId))
  const citing = await db.turn.findMany({
    where: {
      ownerId,
      id: { in: cited.map((turn) => turn.turnId) },
      trashId: null,
      status: { not: 'forgotten' },
    },
    select: { id: true },
  })
  const stay = new Set(citing.map((turn) => turn.id))
  const gaps = gapsOf(held.numbers)
  const proof: ForgetProof = {
    stage: 'gone',
    kind,
    conversationId,
    ...(isWhole(held) ? { from: 0, to: 0 } : spanOf(held.numbers)),
    ...(gaps.length ? { numbers: gaps } : {}),
    counts: Object.fromEntries(Object.entries(started.counts).filter(([, count]) => count > 0)),
    also: [...also, ...cited.filter((turn) => stay.has(turn.turnId) && !known.has(turn.turnId))],
    elsewhere: [
      ...elsewhere,
      ...((await unitsLeft(db, ownerId, kind === 'imported' ? null : conversationId))
        ? ['the full-text index']
        : []),
    ],
    checked: started.snippets.length,
    at: now.toISOString(),
  }
  const bare: Held = { ...held, files: [], state: [], title: null, cited: [], started: null, verified: proof }
  await db.trash.update({ where: { id, ownerId }, data: { proof: bare }, select: { id: true } })
  return proof
}

/**
 * Turns whose prompts, tool results or contexts still name what went as a source: none, if the purge did its
 * work.
 */
function quoting(db: Db, { ownerId, held, turns, conversationIds }: Due, own: ReadonlySet<string>) {
  const { conversationId, files } = held
  const isGone = goneBy({
    ...NOTHING,
    turns: new Set(turns.map((turn) => turn.id)),
    conversations: new Set(conversationIds),
    workspaces: files.length ? [{ conversationId, files, state: [] }] : [],
  })
  return quotingTurns(db, ownerId, isGone, own)
}

/** The last write: tombstones stand, roll-ups are made again, and the proof is shown. */
export async function close(
  db: Db,
  { id, ownerId, held, turns }: Due,
  proof: ForgetProof,
  now: Date,
): Promise<void> {
  const { conversationId } = held
  await db.$transaction([
    db.trash.update({ where: { id, ownerId }, data: { what: goneWhat(held), proof }, select: { id: true } }),
    db.turn.updateMany({ where: { ownerId, trashId: id }, data: { trashId: null } }),
    ...(isWhole(held) ? [] : await rollUpJobs(db, ownerId, id, conversationId, now)),
    ...changeOps(
      db,
      ownerId,
      isWhole(held)
        ? [{ kind: 'conversation', refId: conversationId || id, op: 'del' }]
        : [
            ...turns.map((turn) => ({ kind: 'turn' as const, refId: turn.id, op: 'del' as const })),
            ...(proof.counts.file
              ? [{ kind: 'conversation' as const, refId: conversationId, op: 'put' as const }]
              : []),
          ],
    ),
  ])
}

/** One job a branch that has a roll-up to be made again, on the last turn that one covers. */
async function rollUpJobs(db: Db, ownerId: string, trashId: string, conversationId: string, now: Date) {
  const stale = await db.summary.findMany({
    where: { ownerId, conversationId, level: { gte: 1 }, stale: true },
    select: { branchId: true, toNumber: true },
  })
  const last = new Map<string, number>()
  for (const { branchId, toNumber } of stale) last.set(branchId, Math.max(last.get(branchId) ?? 0, toNumber))
  const turns = await db.turn.findMany({
    where: { ownerId, OR: [...last].map(([branchId, number]) => ({ branchId, number })) },
    select: { id: true },
  })
  const jobs = last.size
    ? turns.map((turn) => ({
        id: `job_${trashId}_${turn.id}`,
        kind: 'roll-up' as const,
        key: `${trashId}.${turn.id}`,
        payload: { turnId: turn.id },
      }))
    : []
  return jobOps(db, ownerId, jobs, now)
}
