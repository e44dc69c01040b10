import { type Db, wipeDeleted } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { sweepBlobs } from '@/lib/db/engine/sweep-blobs'
import { mergeTerms } from '@/lib/db/memory/full-text'
import { stillUnset } from './forget-plan'
import { heldOf, holdsWorkspace, isWhole, STAGED } from './held-schema'
import { stillSaid } from './proof'
import { beginning } from './purge-beginning'
import { close, verify } from './purge-close'
import { purgeConversations } from './purge-conversations'
import type { Due } from './purge-due'
import { purgeWorkspace } from './purge-files'
import { dropEmptyRollUps, emptyTurns, jobRunsOn } from './purge-turns'
import { scrubTurns } from './traces'

/**
 * Past its undo time, and also when an earlier purge of it was cut off; rows whose purge is over are named
 * otherwise.
 */
async function dueTrash(db: Db, now: Date): Promise<Due[]> {
  const rows = await db.trash.findMany({
    where: { purgeAt: { lte: now }, what: { not: { startsWith: 'gone ' } } },
    orderBy: { createdAt: 'asc' },
  })
  const due = rows.flatMap(({ id, ownerId, createdAt, what, proof }) => {
    const held = heldOf({ what, proof })
    return held ? [{ id, ownerId, createdAt, held }] : []
  })
  return Promise.all(
    due.map(async (one) => {
      const conversationIds = isWhole(one.held) ? await conversationsUnder(db, one) : []
      const turns: Due['turns'] = []
      for (const ids of chunks(conversationIds, 500))
        turns.push(
          ...(await db.turn.findMany({
            where: { ownerId: one.ownerId, conversationId: { in: ids } },
            select: { id: true, number: true, branchId: true },
          })),
        )
      const parts = isWhole(one.held)
        ? []
        : await db.turn.findMany({
            where: { ownerId: one.ownerId, trashId: one.id },
            select: { id: true, number: true, branchId: true },
          })
      return { ...one, conversationIds, turns: [...turns, ...parts] }
    }),
  )
}

const conversationsUnder = async (db: Db, { id, ownerId }: Pick<Due, 'id' | 'ownerId'>) =>
  (await db.conversation.findMany({ where: { ownerId, trashId: id }, select: { id: true } })).map(
    (row) => row.id,
  )

/**
 * What is gone from the rows and not yet from the file: `telling` = texts to look for there, null when they
 * are not known any more; `close` = the last write.
 */
type Purged = { telling(): Promise<string[] | null>; close(): Promise<unknown> }

/**
 * Removes for good what has been in the trash past its undo time, once nothing runs that may have read it
 * before. A row is closed only when the file is wiped too, so a purge that was cut off goes on; one that
 * fails holds no other up. @returns how many were purged. @throws the first failure, after all others were
 * tried.
 */
export async function purgeTrash(db: Db, now: Date): Promise<number> {
  const [emptied, purged]: [(() => Promise<Purged>)[], Purged[]] = [[], []]
  const failures: unknown[] = []
  const tried = <T>(what: () => Promise<T>) => what().catch((error: unknown) => void failures.push(error))
  for (const due of await dueTrash(db, now)) {
    const one = await tried(() => purgeOne(db, due, now))
    if (one) emptied.push(one)
  }
  // Looked for only now: what goes at the same time may say the same.
  for (const verified of emptied) {
    const one = await tried(verified)
    if (one) purged.push(one)
  }
  for (const row of await db.trash.findMany({
    where: { purgeAt: { lte: now }, what: { startsWith: STAGED } },
  })) {
    const one = await tried(() => purgeStaged(db, row, now))
    if (one) purged.push(one)
  }
  if (purged.length) {
    await mergeTerms(db)
    await wipeDeleted(db, async () => {
      const found: string[] = []
      for (const one of purged) {
        const texts = await one.telling()
        if (!texts) return null
        found.push(...texts)
      }
      return found
    })
  }
  let closed = 0
  for (const one of purged) await tried(() => one.close().then(() => closed++))
  if (failures.length) throw failures[0]
  return closed
}

/**
 * Empties its rows. @returns the search for what is left; null while something runs that may have read it,
 * and when it was brought back.
 */
async function purgeOne(db: Db, due: Due, now: Date): Promise<(() => Promise<Purged>) | null> {
  const { id, ownerId, createdAt, held, conversationIds, turns } = due
  const { verified } = held
  if (verified) return async () => ({ telling: async () => null, close: () => close(db, due, verified, now) })
  const { conversationId } = held
  // Files and state cannot be brought back while a turn of their conversation runs, so they are not taken
  // away then either.
  const reading = [
    { trashId: id },
    { startedAt: { lte: createdAt } },
    ...(holdsWorkspace(held) ? [{ conversationId }] : []),
  ]
  if (await db.turn.count({ where: { ownerId, status: 'running', OR: reading } })) return null
  if (
    await jobRunsOn(
      db,
      ownerId,
      isWhole(held) ? conversationIds : [conversationId],
      new Set(turns.map((turn) => turn.id)),
    )
  )
    return null
  const started = held.started ?? (await beginning(db, due))
  // From here on it cannot be brought back: undo looks for `final: false`.
  const begun = await db.trash.updateMany({
    where: { id, ownerId },
    data: { final: true, proof: { ...held, started } },
  })
  if (!begun.count) return null
  await (isWhole(held)
    ? purgeConversations(
        db,
        ownerId,
        conversationIds,
        turns.map((turn) => turn.id),
        now,
      )
    : purgeParts(db, due, now, started.counts))
  return async () => {
    const proof = await verify(db, due, started, now)
    return { telling: () => unsaid(db, ownerId, started.snippets), close: () => close(db, due, proof, now) }
  }
}

/** Pieces that nothing says any more: what still stands somewhere is in the file rightly. */
async function unsaid(db: Db, ownerId: string, snippets: string[]): Promise<string[]> {
  const isSaid = async (pieces: string[]) => {
    const { also, elsewhere } = await stillSaid(db, ownerId, pieces, new Set())
    return also.length + elsewhere.length > 0
  }
  if (!(await isSaid(snippets))) return snippets
  const left: string[] = []
  for (const snippet of snippets) if (!(await isSaid([snippet]))) left.push(snippet)
  return left
}

/**
 * What imports wrote that never came to their end. Nobody has seen it, so nothing else can hold any of it.
 */
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
  return { telling: async () => [], close: () => db.trash.deleteMany({ where: { id, ownerId } }) }
}

async function purgeParts(
  db: Db,
  { ownerId, held, turns }: Due,
  now: Date,
  counts: Record<string, number>,
): Promise<void> {
  const { conversationId, files } = held
  const state = await stillUnset(db, ownerId, conversationId, held.state)
  const excerpts = [
    turns.length
      ? await scrubTurns(
          db,
          ownerId,
          turns.map((turn) => turn.id),
          now,
        )
      : 0,
    files.length + state.length
      ? await purgeWorkspace(db, ownerId, conversationId, { files, state }, now)
      : 0,
  ]
  counts['prompt excerpt'] = excerpts.reduce((sum, value) => sum + value, 0)
  await emptyTurns(
    db,
    ownerId,
    turns.map((turn) => turn.id),
  )
  await dropEmptyRollUps(db, ownerId, conversationId)
  await sweepBlobs(db, ownerId, now)
}
