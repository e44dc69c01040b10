import { type Db, wipeDeleted } from '@/lib/db/engine/client'
import { sweepBlobs } from '@/lib/db/engine/sweep-blobs'
import { dropEntitiesOps } from '@/lib/db/facts/save'
import { sweepImages } from '@/lib/db/files/images'
import { mergeTerms } from '@/lib/db/memory/full-text'
import { MAP_VIEW } from '@/lib/db/memory/map'
import { dropTopicWords } from '@/lib/db/memory/topic-writes'
import { derivedFrom } from '../derived'
import { stillUnset } from '../forget-plan'
import { clientKeysIn, keepKeysOps } from '../forgotten-keys'
import { recordForgotten } from '../forgotten-record'
import { derivedWith, forgottenMatcher, readersOf } from '../forgotten-sources'
import { hasWorkspace, isWhole, STAGED } from '../trashed'
import { unreferenced } from './proof'
import { startPurge } from './purge-beginning'
import { close, verify } from './purge-close'
import { purgeConversations } from './purge-conversations'
import { type Due, dueOf } from './purge-due'
import { purgeWorkspace } from './purge-files'
import { purgePromptFiles } from './purge-prompt-files'
import { dropEmptyRollUps, emptyTurns, jobRunsOn } from './purge-turns'
import { scrub } from './scrub'

/** Entries past their undo period, including interrupted purges. Completed ones have another prefix. */
async function dueTrash(db: Db, now: Date): Promise<Due[]> {
  const rows = await db.trash.findMany({
    where: { purgeAt: { lte: now }, what: { not: { startsWith: 'gone ' } } },
    orderBy: { createdAt: 'asc' },
  })
  const due = await Promise.all(rows.map((row) => dueOf(db, row)))
  return due.filter((one) => one !== null)
}

/**
 * An entry removed from the rows but not yet from the file. `texts` = texts to search the file for, null if
 * no longer known; `close` = the last write.
 */
type Purged = { texts(): Promise<string[] | null>; close(): Promise<unknown> }

/**
 * Permanently removes entries past their undo period, unless a running turn or job may have read them. An
 * interrupted purge resumes, and a failure does not block the others.
 * `promptFolder` = where this process keeps prompt files.
 * @returns the number of entries purged. @throws the first failure, after all were tried.
 */
export async function purgeTrash(db: Db, now: Date, promptFolder: string | null = null): Promise<number> {
  const [emptied, purged]: [(() => Promise<Purged>)[], Purged[]] = [[], []]
  const failures: unknown[] = []
  const attempt = <T>(what: () => Promise<T>) => what().catch((error: unknown) => void failures.push(error))
  for (const due of await dueTrash(db, now)) {
    const one = await attempt(() => purgeOne(db, due, now, promptFolder))
    if (one) emptied.push(one)
  }
  // Verified after all entries are purged, because they may contain the same text.
  for (const verifyRows of emptied) {
    const one = await attempt(verifyRows)
    if (one) purged.push(one)
  }
  for (const row of await db.trash.findMany({
    where: { purgeAt: { lte: now }, what: { startsWith: STAGED } },
  })) {
    const one = await attempt(() => purgeStaged(db, row, now))
    if (one) purged.push(one)
  }
  if (purged.length) {
    await mergeTerms(db)
    await wipeDeleted(db, async () => {
      const found: string[] = []
      for (const one of purged) {
        const texts = await one.texts()
        if (!texts) return null
        found.push(...texts)
      }
      return found
    })
  }
  let closed = 0
  for (const one of purged) await attempt(() => one.close().then(() => closed++))
  if (failures.length) throw failures[0]
  return closed
}

/**
 * Purges the rows of an entry. @returns the verification; null if something that runs may have read it, or if
 * it was restored.
 */
async function purgeOne(
  db: Db,
  due: Due,
  now: Date,
  promptFolder: string | null,
): Promise<(() => Promise<Purged>) | null> {
  const { id, ownerId, createdAt, trashed, conversationIds, turns } = due
  const { verified } = trashed
  if (verified) return async () => ({ texts: async () => null, close: () => close(db, due, verified, now) })
  const { conversationId } = trashed
  // Files and state cannot be restored while a turn of their conversation runs, so they are not purged then
  // either.
  const reading = [
    { trashId: id },
    { startedAt: { lte: createdAt } },
    ...(hasWorkspace(trashed) ? [{ conversationId }] : []),
  ]
  if (await db.turn.count({ where: { ownerId, status: 'running', OR: reading } })) return null
  if (
    await jobRunsOn(
      db,
      ownerId,
      isWhole(trashed) ? conversationIds : [conversationId],
      new Set(turns.map((turn) => turn.id)),
    )
  )
    return null
  const started = trashed.started ?? (await startPurge(db, due))
  // Before anything is removed: a backup that still has it may be restored.
  recordForgotten(db, [due], now)
  // From here on it cannot be restored: undo requires `final: false`.
  const begun = await db.trash.updateMany({
    where: { id, ownerId },
    data: { final: true, proof: { ...trashed, started } },
  })
  if (!begun.count) return null
  await db.$transaction(keepKeysOps(db, ownerId, clientKeysIn(turns)))
  await dropTopicWords(db, ownerId)
  // A position may name a file, or be one of a map of before. The others are ids alone.
  await db.graphPosition.deleteMany({
    where: { ownerId, OR: [{ view: { not: MAP_VIEW } }, { node: { startsWith: 'file:' } }] },
  })
  const turnIds = turns.map((turn) => turn.id)
  const { files } = trashed
  const removed = {
    conversationId,
    files,
    state: await stillUnset(db, ownerId, conversationId, trashed.state),
  }
  const workspaces = hasWorkspace(removed) ? [removed] : []
  const readers = await readersOf(db, ownerId, workspaces)
  const isForgotten = forgottenMatcher({
    turns: new Set(turnIds),
    derived: await derivedWith(db, ownerId, await derivedFrom(db, ownerId, turnIds), readers),
    facts: trashed.facts,
    conversations: conversationIds,
    workspaces,
  })
  await scrub(db, ownerId, isForgotten, new Set(turnIds), now)
  if (isWhole(trashed)) await purgeConversations(db, ownerId, conversationIds, turnIds, now)
  else {
    if (workspaces.length) await purgeWorkspace(db, ownerId, conversationId, removed, readers, now)
    await purgeParts(db, due, now)
  }
  if (promptFolder) await purgePromptFiles(db, promptFolder)
  return async () => {
    const proof = await verify(db, due, started, now, promptFolder)
    return {
      texts: () => unreferenced(db, ownerId, started.snippets),
      close: () => close(db, due, proof, now),
    }
  }
}

/** Removes an unfinished import. It was never visible, so nothing else can refer to it. */
async function purgeStaged(
  db: Db,
  { id, ownerId, what }: { id: string; ownerId: string; what: string },
  now: Date,
): Promise<Purged> {
  const conversationId = what.slice(STAGED.length)
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, conversation: { trashId: id } },
    select: { id: true },
  })
  const turnIds = turns.map((turn) => turn.id)
  await purgeConversations(db, ownerId, [conversationId], turnIds, now)
  return { texts: async () => [], close: () => db.trash.deleteMany({ where: { id, ownerId } }) }
}

async function purgeParts(db: Db, { ownerId, trashed, turns }: Due, now: Date): Promise<void> {
  await emptyTurns(
    db,
    ownerId,
    turns.map((turn) => turn.id),
  )
  await db.$transaction([
    db.fact.deleteMany({ where: { ownerId, id: { in: trashed.facts } } }),
    ...dropEntitiesOps(db, ownerId),
  ])
  await dropEmptyRollUps(db, ownerId, trashed.conversationId)
  await sweepBlobs(db, ownerId, now)
  await sweepImages(db, ownerId, now)
}
