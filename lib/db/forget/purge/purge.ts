import { type Db, wipeDeleted } from '@/lib/db/engine/client'
import { chunks, columns } from '@/lib/db/engine/rows'
import { sweepBlobs } from '@/lib/db/engine/sweep-blobs'
import { dropEntitiesOps } from '@/lib/db/facts/save'
import { sweepImages } from '@/lib/db/files/images'
import { deletedCallOps } from '@/lib/db/ledger/upkeep-calls'
import { mergeTerms, removeUnitsOps } from '@/lib/db/memory/full-text'
import { MAP_VIEW } from '@/lib/db/memory/map'
import { dropTopicWords } from '@/lib/db/memory/topic-writes'
import { derivedFrom } from '../derived'
import { stillUnset } from '../forget-plan'
import { clientKeysIn, keepKeysOps } from '../forgotten-keys'
import { recordForgotten } from '../forgotten-record'
import { derivedWith, forgottenMatcher, readersOf, turnsBegunSince } from '../forgotten-sources'
import { hasWorkspace, isWhole, PURGED, STAGED } from '../trashed'
import { close, unreferenced, verify } from './proof'
import { startPurge } from './purge-beginning'
import { type Due, dueOf, type Purging } from './purge-due'
import { purgePromptFiles } from './purge-prompt-files'
import { forgetStrategies } from './purge-strategies'
import { dropEmptyRollUps, emptyTurns, jobRunsOn, turnRowsOps } from './purge-turns'
import { purgeWorkspace } from './purge-workspace'
import { scrub } from './scrub'

/** An entry whose rows are gone. `texts` = what to search the file for, null if no longer known. */
type Purged = { texts(): Promise<string[] | null>; close(): Promise<unknown> }

/**
 * Removes entries past their undo period, unless something that runs may have read them. An interrupted
 * purge resumes, and a failure does not block the others. `promptFolder` = where this process keeps prompt
 * files. @returns the number of entries purged. @throws the first failure, after all were tried.
 */
export async function purgeTrash(db: Db, now: Date, promptFolder: string | null = null): Promise<number> {
  const where = { purgeAt: { lte: now }, what: { not: { startsWith: `${PURGED} ` } } }
  const rows = await db.trash.findMany({ where, orderBy: { createdAt: 'asc' } })
  const [emptied, purged]: [(() => Promise<Purged>)[], Purged[]] = [[], []]
  const failures: unknown[] = []
  const attempt = <T>(what: () => Promise<T>) => what().catch((error: unknown) => void failures.push(error))
  const of = ({ ownerId }: { ownerId: string }): Purging => ({ db, ownerId, now, promptFolder })
  const staged = rows.filter(({ what }) => what.startsWith(STAGED))
  for (const row of rows) {
    const due = await dueOf(db, row)
    const one = due && (await attempt(() => purgeOne(of(row), due)))
    if (one) emptied.push(one)
  }
  // Verified after all entries are purged, because they may contain the same text.
  for (const verifyRows of emptied) {
    const one = await attempt(verifyRows)
    if (one) purged.push(one)
  }
  for (const row of staged) {
    const one = await attempt(() => purgeStaged(of(row), row))
    if (one) purged.push(one)
  }
  if (purged.length) {
    await mergeTerms(db)
    await wipeDeleted(db, async () => {
      const texts = await Promise.all(purged.map((one) => one.texts()))
      return texts.every((some) => some !== null) ? texts.flat() : null
    })
  }
  let closed = 0
  for (const one of purged) await attempt(() => one.close().then(() => closed++))
  if (failures.length) throw failures[0]
  return closed
}

/** Purges the rows of an entry. @returns its verification; null if it must wait or was restored. */
async function purgeOne(purging: Purging, due: Due): Promise<(() => Promise<Purged>) | null> {
  const { db, ownerId, now, promptFolder } = purging
  const { id, createdAt, trashed, conversationIds, turns } = due
  const { conversationId, files, verified } = trashed
  if (verified) return async () => ({ texts: async () => null, close: () => close(purging, due, verified) })
  const turnIds = turns.map((turn) => turn.id)
  const gone = new Set(turnIds)
  // Files and state are neither restored nor purged while a turn of their conversation runs.
  const reading = [
    { trashId: id },
    { startedAt: { lte: createdAt } },
    ...(hasWorkspace(trashed) ? [{ conversationId }] : []),
  ]
  if (await db.turn.count({ where: { ownerId, status: 'running', OR: reading } })) return null
  if (await jobRunsOn(purging, isWhole(trashed) ? conversationIds : [conversationId], gone)) return null
  const started = trashed.started ?? (await startPurge(purging, due))
  // Before anything is removed: a backup that still has it may be restored.
  recordForgotten(db, [due], now)
  // From here on it cannot be restored: undo requires `final: false`.
  const where = { id, ownerId }
  const begun = await db.trash.updateMany({ where, data: { final: true, held: { ...trashed, started } } })
  if (!begun.count) return null
  await db.$transaction(keepKeysOps(db, ownerId, clientKeysIn(turns)))
  await dropTopicWords(db, ownerId)
  // A position may name a file, or be one of a map of before. The others are ids alone.
  await db.graphPosition.deleteMany({
    where: { ownerId, OR: [{ view: { not: MAP_VIEW } }, { node: { startsWith: 'file:' } }] },
  })
  const state = await stillUnset(db, ownerId, conversationId, trashed.state)
  const removed = { conversationId, files, state, createdAt }
  const since = await turnsBegunSince(db, ownerId, removed)
  const readers = await readersOf(db, ownerId, [removed])
  const isForgotten = forgottenMatcher({
    turns: gone,
    derived: await derivedWith(db, ownerId, await derivedFrom(db, ownerId, turnIds), readers),
    facts: trashed.facts,
    conversations: conversationIds,
    workspaces: [removed],
  })
  await scrub(purging, isForgotten, gone, since)
  if (isWhole(trashed)) await purgeConversations(purging, conversationIds, turnIds)
  else {
    if (hasWorkspace(removed)) await purgeWorkspace(purging, removed, readers, since)
    await emptyTurns(purging, turnIds)
    await db.$transaction([
      db.fact.deleteMany({ where: { ownerId, id: { in: trashed.facts } } }),
      ...dropEntitiesOps(db, ownerId),
    ])
    await dropEmptyRollUps(purging, conversationId)
    await sweep(purging)
  }
  if (promptFolder) await purgePromptFiles(db, promptFolder)
  return async () => {
    const proof = await verify(purging, due, started)
    return {
      texts: () => unreferenced(db, ownerId, started.snippets),
      close: () => close(purging, due, proof),
    }
  }
}

/** Removes an unfinished import. It was never visible, so nothing else can refer to it. */
async function purgeStaged(purging: Purging, { id, what }: { id: string; what: string }): Promise<Purged> {
  const { db, ownerId } = purging
  const conversationId = what.slice(STAGED.length)
  const where = { ownerId, conversationId, conversation: { trashId: id } }
  const turns = await db.turn.findMany({ where, select: columns('id') })
  const turnIds = turns.map((turn) => turn.id)
  await purgeConversations(purging, [conversationId], turnIds)
  return { texts: async () => [], close: () => db.trash.deleteMany({ where: { id, ownerId } }) }
}

/** Removes conversations with all of their turns, and everything derived from them. Idempotent. */
async function purgeConversations(purging: Purging, conversationIds: string[], turnIds: string[]) {
  const { db, ownerId, now } = purging
  await forgetStrategies(db, ownerId, { turnIds, conversationIds })
  for (const ids of chunks(turnIds, 500)) {
    const where = { ownerId, turnId: { in: ids } }
    await db.$transaction([
      ...turnRowsOps(purging, ids, 'delete'),
      db.context.deleteMany({ where }),
      db.fileTouch.deleteMany({ where }),
    ])
  }
  for (const ids of chunks(turnIds, 500))
    await db.$transaction([
      ...deletedCallOps(db, ids, now),
      db.turn.deleteMany({ where: { ownerId, id: { in: ids } } }),
    ])
  for (const ids of chunks(conversationIds, 50)) {
    const where = { ownerId, conversationId: { in: ids } }
    await db.$transaction([
      db.summary.deleteMany({ where }),
      db.upload.deleteMany({ where }),
      db.setting.deleteMany({ where: { ownerId, scope: { in: ids } } }),
      ...ids.flatMap((conversationId) => removeUnitsOps(db, ownerId, { conversationId, kinds: [] })),
    ])
  }
  await sweep(purging)
  // Last: an interrupted purge finds the rest by them.
  for (const ids of chunks(conversationIds, 500))
    await db.conversation.deleteMany({ where: { ownerId, id: { in: ids } } })
}

async function sweep({ db, ownerId, now }: Purging): Promise<void> {
  await sweepBlobs(db, ownerId, now)
  await sweepImages(db, ownerId, now)
}
