import { join } from '@prisma/client/runtime/client'
import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { inChunks } from '@/lib/db/engine/rows'
import { byKind, type DerivedKind, derivedFrom } from './derived'
import { FORGOTTEN, FORGOTTEN_BLOB, type IsForgotten, NOTHING_FORGOTTEN, withoutListed } from './forgotten'
import { derivedWith, forgottenMatcher, readersOf } from './forgotten-sources'
import { allTrashed } from './trash'
import { hasTrash } from './trashed'

/**
 * What may be shown; anything in the trash counts as forgotten. `hidesExcerpt` = the excerpt of a hit may be of a
 * trashed file or value that its turn wrote or read, `listed` = filters a context's list of files or values.
 */
type Visible = {
  isGone: IsForgotten
  hidesExcerpt(hit: { kind: string; turnId: string | null }): boolean
  listed(title: string, text: string): string
}

export async function visibleTo(db: Db, ownerId: string): Promise<Visible> {
  const trashed = await allTrashed(db, ownerId)
  if (trashed.length === 0)
    return { isGone: NOTHING_FORGOTTEN, hidesExcerpt: () => false, listed: (_, text) => text }
  const readers = await readersOf(db, ownerId, trashed)
  const ofTurns = await db.$queryRaw<{ kind: string; refId: string }[]>`
    SELECT DISTINCT p."kind" AS "kind", p."refId" AS "refId" FROM "Trash" h
    JOIN "Turn" t ON t."trashId" = h."id" JOIN "Provenance" p ON p."sourceTurnId" = t."id"
    WHERE h."ownerId" = ${ownerId}`
  return {
    isGone: forgottenMatcher({
      turns: await trashedTurns(db, ownerId),
      derived: await derivedWith(db, ownerId, byKind(ofTurns), readers),
      facts: trashed.flatMap((one) => one.facts),
      conversations: trashed.flatMap((one) => one.whole),
      workspaces: trashed,
    }),
    hidesExcerpt: ({ kind, turnId }) => kind !== 'file' && readers.includes(turnId ?? ''),
    listed: (title, text) => trashed.reduce((left, one) => withoutListed(title, left, one), text),
  }
}

/** Stored texts by hash, including the placeholder for forgotten ones. */
export const shownTexts = async (db: Db, ownerId: string, hashes: string[]) =>
  (await getBlobs(db, ownerId, hashes)).set(FORGOTTEN_BLOB.hash, FORGOTTEN)

/** An `IN` of these uses the index of `trashId`, `IS NOT NULL` would read every turn. */
const trashIds = async (db: Db, ownerId: string) =>
  (await db.trash.findMany({ where: { ownerId }, select: { id: true } })).map((row) => row.id)

/** Turns in the trash, by themselves or with their conversation. */
export async function trashedTurns(db: Db, ownerId: string): Promise<Set<string>> {
  const trashId = { in: await trashIds(db, ownerId) }
  const [alone, whole] = await Promise.all([
    db.turn.findMany({ where: { ownerId, trashId }, select: { id: true } }),
    db.conversation.findMany({ where: { ownerId, trashId }, select: { turns: { select: { id: true } } } }),
  ])
  return new Set([...alone, ...whole.flatMap((one) => one.turns)].map((row) => row.id))
}

/** Turns that wrote or read a file or value in the trash. */
export const readersOfTrash = async (db: Db, ownerId: string): Promise<string[]> =>
  readersOf(db, ownerId, await allTrashed(db, ownerId))

/** Which of these texts are derived from a turn in the trash, or from a file or value in it. */
export async function trashedAmong(db: Db, ownerId: string, kind: DerivedKind, ids: readonly string[]) {
  if (ids.length === 0 || !(await hasTrash(db, ownerId))) return new Set()
  const readers = await readersOfTrash(db, ownerId)
  // Joined this way round: there may be far more turns in the trash than texts here.
  const rows = await inChunks(
    ids,
    (some) => db.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT p."refId" AS "id" FROM "Provenance" p CROSS JOIN "Turn" t CROSS JOIN "Trash" h
      WHERE p."kind" = ${kind} AND p."refId" IN (${join(some)}) AND t."id" = p."sourceTurnId"
        AND h."id" = t."trashId" AND NOT (h."ownerId" <> ${ownerId})`,
  )
  const read = (await derivedFrom(db, ownerId, readers))[kind]
  return new Set([...rows.map((row) => row.id), ...ids.filter((id) => read.has(id))])
}

/** Whether a search result is, or is derived from, something in the trash. */
export async function trashedFinds(db: Db, ownerId: string) {
  const { isGone } = await visibleTo(db, ownerId)
  return ({ kind, refId: id }: { kind: string; refId: string }): boolean => {
    if (kind === 'summary' || kind === 'fact') return isGone({ kind, id })
    if (kind === 'strategy') return isGone({ kind, id, turns: [] })
    const at = id.indexOf(':')
    return kind === 'file' && isGone({ kind, conversationId: id.slice(0, at), path: id.slice(at + 1) })
  }
}

export async function trashedWorkspace(db: Db, ownerId: string, conversationId: string) {
  const own = (await allTrashed(db, ownerId)).filter((one) => one.conversationId === conversationId)
  return { files: own.flatMap((one) => one.files), state: own.flatMap((one) => one.state) }
}
