import { changeOps } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { imagesElsewhere, turnsWithImages } from '@/lib/db/files/images'
import { unitsLeft } from '@/lib/db/memory/full-text'
import { jobOps } from '@/lib/db/turns/jobs'
import type { ForgetProof } from '@/lib/shared/memory/forget'
import { gapsOf, spanOf } from '../forgotten-list'
import { isWhole, NO_PLAN, purgedWhat, type Trashed } from '../trashed'
import { findTraces } from './proof'
import type { Due, Started } from './purge-due'

/**
 * Builds the proof of what was removed and what remains, and stores it in place of the search texts. The row
 * is closed only after the database file is wiped.
 */
export async function verify(
  db: Db,
  due: Due,
  started: Started,
  now: Date,
  promptFolder: string | null,
): Promise<ForgetProof> {
  const { id, ownerId, trashed, turns } = due
  const { kind, conversationId, cited } = trashed
  const alongside = await db.turn.findMany({
    where: { ownerId, trashId: { in: trashed.together ?? [] } },
    select: { id: true },
  })
  const own = new Set([...turns, ...alongside].map((turn) => turn.id))
  const { also, elsewhere } = await findTraces(
    db,
    ownerId,
    started.snippets,
    own,
    await turnsWithImages(db, ownerId, started.images),
    promptFolder,
  )
  const alsoIds = new Set(also.map((turn) => turn.turnId))
  const citing = await db.turn.findMany({
    where: {
      ownerId,
      id: { in: cited.map((turn) => turn.turnId) },
      trashId: null,
      status: { not: 'forgotten' },
    },
    select: { id: true },
  })
  const remaining = new Set(citing.map((turn) => turn.id))
  const gaps = gapsOf(trashed.numbers)
  const proof: ForgetProof = {
    stage: 'gone',
    kind,
    conversationId,
    ...(isWhole(trashed) ? { from: 0, to: 0 } : spanOf(trashed.numbers)),
    ...(gaps.length ? { numbers: gaps } : {}),
    counts: Object.fromEntries(Object.entries(started.counts).filter(([, count]) => count > 0)),
    also: [...also, ...cited.filter((turn) => remaining.has(turn.turnId) && !alsoIds.has(turn.turnId))],
    elsewhere: [
      ...elsewhere,
      ...(await imagesElsewhere(db, ownerId, started.images)),
      ...((await unitsLeft(db, ownerId, kind === 'imported' ? null : conversationId))
        ? ['the full-text index']
        : []),
    ],
    checked: started.snippets.length,
    at: now.toISOString(),
  }
  const bare: Trashed = { ...trashed, ...NO_PLAN, verified: proof }
  await db.trash.update({ where: { id, ownerId }, data: { proof: bare }, select: { id: true } })
  return proof
}

/** The last write: releases the tombstones, schedules new roll-ups and publishes the proof. */
export async function close(
  db: Db,
  { id, ownerId, trashed, turns }: Due,
  proof: ForgetProof,
  now: Date,
): Promise<void> {
  const { conversationId } = trashed
  await db.$transaction([
    db.trash.update({
      where: { id, ownerId },
      data: { what: purgedWhat(trashed), proof },
      select: { id: true },
    }),
    db.turn.updateMany({ where: { ownerId, trashId: id }, data: { trashId: null } }),
    ...(isWhole(trashed) ? [] : await rollUpJobs(db, ownerId, id, conversationId, now)),
    ...changeOps(
      db,
      ownerId,
      isWhole(trashed)
        ? [{ kind: 'conversation', refId: conversationId || id, op: 'del' }]
        : [
            ...turns.map((turn) => ({ kind: 'turn' as const, refId: turn.id, op: 'del' as const })),
            ...(trashed.kind === 'fact' ? [{ kind: 'fact' as const, refId: id, op: 'del' as const }] : []),
            ...(proof.counts.file
              ? [{ kind: 'conversation' as const, refId: conversationId, op: 'put' as const }]
              : []),
          ],
    ),
  ])
}

/** One job per branch with stale roll-ups, for the last turn that they cover. */
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
