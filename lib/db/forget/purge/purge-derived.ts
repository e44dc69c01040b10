import { changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Batch } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { derivedFrom } from '../derived'
import type { Purging } from './purge-due'
import { againOps, forgetStrategies } from './purge-strategies'

/**
 * Deletes what is derived from these turns; those that stay are judged, summarised and rolled up again.
 * `gone` = those that are forgotten; the others read a forgotten file or value. Idempotent.
 */
export async function dropDerived(purging: Purging, turnIds: string[], gone: readonly string[] = []) {
  const { db, ownerId } = purging
  await forgetStrategies(db, ownerId, { readers: turnIds, turnIds: gone, conversationIds: [] })
  const { summary, verdict, fact } = await derivedFrom(db, ownerId, turnIds)
  const isGone = new Set(gone)
  const facts = gone.length ? [...fact] : []
  const found = [
    { kind: 'summary', refId: { in: [...summary] } },
    { kind: 'fact', refId: { in: facts } },
  ]
  const judged = [...verdict].filter((id) => !isGone.has(id))
  await db.$transaction([
    ...(await summaryOps(purging, [...summary], turnIds, isGone)),
    db.recallHit.deleteMany({ where: { recall: { ownerId }, OR: found } }),
    db.verdict.deleteMany({ where: { ownerId, turnId: { in: [...verdict] } } }),
    ...changeOps(db, ownerId, [...changesTo('status', 'put', judged), ...changesTo('fact', 'del', facts)]),
    ...againOps(db, ownerId, 'learning', judged, turnIds),
  ])
}

/** Roll-ups are emptied, to be rebuilt from what remains. */
async function summaryOps(
  { db, ownerId }: Purging,
  made: string[],
  turnIds: string[],
  isGone: ReadonlySet<string>,
): Promise<Batch> {
  const ofTurns = { ownerId, turnId: { in: turnIds } }
  const contexts = await db.context.findMany({ where: ofTurns, select: columns('id turnId') })
  const contextIds = contexts.map((context) => context.id)
  const where = { ownerId, level: 0, OR: [{ id: { in: made } }, { contextId: { in: contextIds } }] }
  const single = await db.summary.findMany({ where, select: columns('id contextId') })
  const ids = single.map((row) => row.id)
  const summarised = new Set(single.map((row) => row.contextId))
  const cleared = contexts.flatMap(({ id, turnId }) => (isGone.has(turnId) ? id : []))
  const again = contexts.flatMap(({ id, turnId }) =>
    summarised.has(id) && !isGone.has(turnId) ? turnId : [],
  )
  const refs = [...cleared, ...made, ...ids]
  return [
    db.summary.deleteMany({ where }),
    db.summary.updateMany({
      where: { ownerId, id: { in: made }, level: { gte: 1 } },
      data: { text: '', insights: [], tokens: 0, stale: true },
    }),
    db.provenance.deleteMany({ where: { ownerId, kind: 'summary', refId: { in: ids } } }),
    db.embedding.deleteMany({ where: { ownerId, refId: { in: refs } } }),
    ...removeUnitsOps(db, ownerId, { refIds: refs }),
    ...againOps(db, ownerId, 'summary', again, turnIds),
  ]
}
