import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { treeOnPath } from '@/lib/db/memory/contexts'
import { activePaths } from '@/lib/db/turns/active-path'
import { onPath } from '@/lib/db/turns/path'

/** A workspace file as it is at the end of its conversation's active path, with the turn that wrote it. */
export type FilePlace = {
  conversationId: string
  path: string
  hash: string
  turnId: string
  branchId: string
  number: number
  createdAt: Date
}

/** Conversations that ever had a file, in the order of their ids. */
export async function conversationsWithFiles(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT t."conversationId" AS "id" FROM "FileTouch" f JOIN "Turn" t ON t."id" = f."turnId"
    WHERE f."ownerId" = ${ownerId} AND t."ownerId" = ${ownerId} AND f."op" <> 'read' ORDER BY 1`
  return rows.map((row) => row.id)
}

/** Files of conversations that are not in the trash, without their texts. */
export async function filePlaces(db: Db, ownerId: string, conversationIds: string[]): Promise<FilePlace[]> {
  const places: FilePlace[] = []
  for (const [conversationId, { path, leaf }] of await activePaths(db, ownerId, conversationIds)) {
    const files = Object.entries((await treeOnPath(db, ownerId, path))?.files ?? {})
    if (files.length === 0) continue
    const numbers = [...new Set([leaf.number, ...files.map(([, file]) => file.turn)])]
    const where = { AND: [{ ownerId, number: { in: numbers } }, onPath(path)] }
    const turns = await db.turn.findMany({ where, select: columns('id number branchId createdAt') })
    const turnAt = new Map(turns.map((turn) => [turn.number, turn]))
    for (const [name, { hash, turn: number }] of files) {
      const turn = turnAt.get(number) ?? turnAt.get(leaf.number)
      if (!turn) continue
      const { id, ...at } = turn
      places.push({ conversationId, path: name, hash, turnId: id, ...at })
    }
  }
  return places
}

export function fileTexts(db: Db, ownerId: string, places: readonly FilePlace[]) {
  const hashes = places.map((place) => place.hash)
  return getBlobs(db, ownerId, hashes)
}

export async function conversationsOfTurns(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const where = { ...ownedBy(ownerId), id: { in: turnIds } }
  const turns = await db.turn.findMany({ where, select: { conversationId: true } })
  return [...new Set(turns.map((turn) => turn.conversationId))]
}
