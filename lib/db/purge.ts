import { type Batch, type Db, truncateWal } from './client'
import { shownExcerpts } from './recalls'
import { scrubTraces } from './traces'

const ROWS = 500
const chunks = (ids: string[]) => Array.from({ length: Math.ceil(ids.length / ROWS) }, (_, i) => ids.slice(i * ROWS, (i + 1) * ROWS))

/** Rows that no foreign key deletes with a turn. */
const ofTurns = (db: Db, ownerId: string, turnIds: string[]): Batch => {
  const where = { ownerId, turnId: { in: turnIds } }
  return [
    db.context.deleteMany({ where }),
    db.fileTouch.deleteMany({ where }),
    db.recall.deleteMany({ where }),
    db.recallHit.deleteMany({ where: { sourceTurnId: { in: turnIds } } }),
    db.citation.deleteMany({ where: { OR: [{ turnId: { in: turnIds } }, { kind: 'turn', refId: { in: turnIds } }] } }),
    db.provenance.deleteMany({ where: { ownerId, sourceTurnId: { in: turnIds } } }),
  ]
}

/** Texts of an owner that nothing names any more; manifests are scanned as text, since they name blobs inside JSON. */
async function sweepBlobs(db: Db, ownerId: string, startedAt: Date): Promise<void> {
  const used = new Set<string>()
  const note = (value: unknown) => {
    for (const [hash] of JSON.stringify(value).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(hash)
  }
  for (let last = ''; ; ) {
    const steps = await db.step.findMany({ where: { ownerId, id: { gt: last } }, select: { id: true, manifest: true }, orderBy: { id: 'asc' }, take: ROWS })
    if (!steps.length) break
    note(steps)
    last = steps.at(-1)?.id ?? ''
  }
  const contexts = await db.context.findMany({ where: { ownerId }, select: { treeHash: true, toolCalls: true } })
  note(contexts)
  for (const hashes of chunks(contexts.map((context) => context.treeHash)))
    note((await db.blob.findMany({ where: { ownerId, hash: { in: hashes } }, select: { text: true } })).map((blob) => blob.text))
  note(await db.toolCall.findMany({ where: { step: { ownerId } }, select: { resultHash: true } }))
  note(await shownExcerpts(db, ownerId))
  note(await db.fileTouch.findMany({ where: { ownerId }, select: { fromHash: true, toHash: true } }))
  note(await db.upload.findMany({ where: { ownerId }, select: { hash: true } }))
  const all = await db.blob.findMany({ where: { ownerId, createdAt: { lt: startedAt } }, select: { hash: true } })
  for (const hashes of chunks(all.map((blob) => blob.hash).filter((hash) => !used.has(hash))))
    await db.blob.deleteMany({ where: { ownerId, hash: { in: hashes }, createdAt: { lt: startedAt } } })
}

/** What is due: past its undo time, also when an earlier purge of it was cut off. */
async function dueTrash(db: Db, now: Date) {
  const holding = await db.conversation.findMany({ where: { trashId: { not: null } }, select: { trashId: true }, distinct: ['trashId'] })
  const ids = holding.flatMap((row) => row.trashId ?? [])
  return db.trash.findMany({ where: { purgeAt: { lte: now }, OR: [{ final: false }, { id: { in: ids } }] } })
}

/** Removes for good what has been in the trash past its undo time, once no turn runs that began before: it may have recalled from there. @returns the number of conversations. */
export async function purgeTrash(db: Db, now: Date): Promise<number> {
  let purged = 0
  for (const { id, ownerId, createdAt } of await dueTrash(db, now)) {
    const where = { ownerId, trashId: id }
    if (await db.turn.count({ where: { ownerId, status: 'running', OR: [{ trashId: id }, { startedAt: { lte: createdAt } }] } })) continue
    // From here on it cannot be brought back: undo looks for `final: false`.
    const begun = await db.trash.updateMany({ where: { id, ownerId }, data: { final: true } })
    if (!begun.count) continue
    const conversationIds = (await db.conversation.findMany({ where, select: { id: true } })).map((row) => row.id)
    const inThem = { ownerId, conversationId: { in: conversationIds } }
    const turnIds = (await db.turn.findMany({ where: inThem, select: { id: true } })).map((row) => row.id)
    for (const ids of chunks(turnIds)) await db.$transaction(ofTurns(db, ownerId, ids))
    for (const ids of chunks(turnIds)) await db.turn.deleteMany({ where: { ownerId, id: { in: ids } } })
    await db.$transaction([
      db.summary.deleteMany({ where: inThem }),
      db.upload.deleteMany({ where: inThem }),
      db.setting.deleteMany({ where: { ownerId, scope: { in: conversationIds } } }),
    ])
    await scrubTraces(db, ownerId, conversationIds)
    await sweepBlobs(db, ownerId, now)
    await db.conversation.deleteMany({ where })
    purged += conversationIds.length
  }
  if (purged) await truncateWal(db)
  return purged
}
