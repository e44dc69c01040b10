import { changeOps, changesTo } from '@/lib/db/engine/changes'
import { columns } from '@/lib/db/engine/columns'
import { imagesElsewhere, turnsWithImages } from '@/lib/db/files/images'
import { unitsLeft } from '@/lib/db/memory/full-text'
import { jobOps } from '@/lib/db/turns/jobs'
import type { ForgetProof } from '@/lib/shared/memory/forget'
import { STILL_THERE } from '../forget-plan'
import { gapsOf, spanOf } from '../trash-list'
import { isWhole, NO_PLAN, purgedWhat, type Trashed } from '../trashed'
import { findTraces } from './proof'
import type { Due, Purging, Started } from './purge-due'

/** Stores the proof in place of the search texts; the row is closed once the database file is wiped. */
export async function verify(
  { db, ownerId, now }: Purging,
  { id, trashed, turns }: Due,
  { counts, snippets, images }: Started,
  promptFolder: string | null,
): Promise<ForgetProof> {
  const { kind, conversationId, cited, numbers, together = [] } = trashed
  const alongside = await db.turn.findMany({
    where: { ownerId, trashId: { in: together } },
    select: columns('id'),
  })
  const own = new Set([...turns, ...alongside].map((turn) => turn.id))
  const pictured = await turnsWithImages(db, ownerId, images)
  const { also, elsewhere } = await findTraces(db, ownerId, snippets, own, pictured, promptFolder)
  const citing = await db.turn.findMany({
    where: { ownerId, id: { in: cited.map((turn) => turn.turnId) }, ...STILL_THERE },
    select: columns('id'),
  })
  const stillCiting = cited.filter(({ turnId }) => citing.some((turn) => turn.id === turnId))
  const gaps = gapsOf(numbers)
  const isIndexed = await unitsLeft(db, ownerId, kind === 'imported' ? null : conversationId)
  const proof: ForgetProof = {
    stage: 'gone',
    kind,
    conversationId,
    ...(isWhole(trashed) ? { from: 0, to: 0 } : spanOf(numbers)),
    ...(gaps.length ? { numbers: gaps } : {}),
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    also: [...new Map([...also, ...stillCiting].map((turn) => [turn.turnId, turn])).values()],
    elsewhere: [
      ...elsewhere,
      ...(await imagesElsewhere(db, ownerId, images)),
      ...(isIndexed ? ['the full-text index'] : []),
    ],
    checked: snippets.length,
    at: now.toISOString(),
  }
  const bare: Trashed = { ...trashed, ...NO_PLAN, verified: proof }
  await db.trash.update({ where: { id, ownerId }, data: { proof: bare }, select: columns('id') })
  return proof
}

/** The last write: releases the tombstones, schedules new roll-ups and publishes the proof. */
export async function close(purging: Purging, due: Due, proof: ForgetProof): Promise<void> {
  const { db, ownerId } = purging
  const { id, trashed, turns } = due
  const { kind, conversationId } = trashed
  const changes = isWhole(trashed)
    ? changesTo('conversation', 'del', [conversationId || id])
    : [
        ...changesTo(
          'turn',
          'del',
          turns.map((turn) => turn.id),
        ),
        ...changesTo('fact', 'del', kind === 'fact' ? [id] : []),
        ...changesTo('conversation', 'put', proof.counts.file ? [conversationId] : []),
      ]
  await db.$transaction([
    db.trash.update({
      where: { id, ownerId },
      data: { what: purgedWhat(trashed), proof },
      select: columns('id'),
    }),
    db.turn.updateMany({ where: { ownerId, trashId: id }, data: { trashId: null } }),
    ...(isWhole(trashed) ? [] : await rollUpJobs(purging, id, conversationId)),
    ...changeOps(db, ownerId, changes),
  ])
}

/** One job per branch with stale roll-ups, for the last turn that they cover. */
async function rollUpJobs({ db, ownerId, now }: Purging, trashId: string, conversationId: string) {
  const stale = await db.summary.groupBy({
    by: ['branchId'],
    where: { ownerId, conversationId, level: { gte: 1 }, stale: true },
    _max: { toNumber: true },
  })
  const last = stale.map(({ branchId, _max }) => ({ branchId, number: _max.toNumber ?? 0 }))
  const turns = await db.turn.findMany({ where: { ownerId, OR: last }, select: columns('id') })
  const jobs = turns.map(({ id: turnId }) => ({
    ...{ id: `job_${trashId}_${turnId}`, kind: 'roll-up', key: `${trashId}.${turnId}`, payload: { turnId } },
  }))
  return jobOps(db, ownerId, jobs, now)
}
