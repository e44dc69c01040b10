import { empty, join, sqltag } from '@prisma/client/runtime/client'
import { type BlobText, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, inChunks, type NewRow, ownedBy } from '@/lib/db/engine/rows'
import { hasWorkspace, type TrashedWorkspace } from '@/lib/db/forget/trashed'
import { trashedWorkspace } from '@/lib/db/forget/visible'
import { type BranchPath, onPath } from '@/lib/db/turns/path'
import { type WorkspaceTree, workspaceTreeSchema } from '@/lib/shared/workspace'
import { type ContextPart, EMPTIED_CONTEXT, isThere, storedContext, THERE } from './context-parts'

export type ContextRow = {
  id: string
  turnId: string
  textHash: string
  treeHash: string
  tokens: number
  parts: ContextPart[]
  calls: string[]
}
/** A context that may have been dropped; then its full text must not be read. */
export type KeptContext = ContextRow & { droppedAt: Date | null }
type Stored = Omit<ContextRow, 'parts' | 'calls'> & { toolCalls: unknown }
const toRow = <Row extends Stored>({ toolCalls, ...row }: Row) => ({
  ...row,
  ...storedContext.parse(toolCalls),
})
const FIELDS = columns('id turnId textHash treeHash tokens toolCalls')

/** Writes for a transaction: a turn's context and its texts; a context the turn has already is replaced. */
export const contextRowOps = (
  db: Db,
  ownerId: string,
  { parts, calls, turnId, ...row }: ContextRow,
  blobs: BlobText[],
  now: Date,
): Batch => {
  const data = { ...row, toolCalls: { parts, calls }, droppedAt: null }
  return [
    ...putBlobs(db, ownerId, blobs, now),
    db.context.upsert({
      where: { turnId, ownerId },
      create: { ...data, turnId, ownerId },
      update: data,
      select: { id: true },
    }),
  ]
}

/** A context for a bulk insert; its texts are put apart. */
export const newContextRow = (ownerId: string, { parts, calls, ...row }: ContextRow): NewRow => ({
  ...row,
  ownerId,
  toolCalls: { parts, calls },
})

export type ContextKey = { contextId: string } | { turnId: string }
/** A context outside the trash, with its turn. If it has `droppedAt`, its full text must not be read. */
export async function findContext(db: Db, ownerId: string, key: ContextKey) {
  const row = await db.context.findFirst({
    where: { ownerId, ...THERE, ...('contextId' in key ? { id: key.contextId } : { turnId: key.turnId }) },
    select: { ...FIELDS, droppedAt: true },
  })
  if (!row) return null
  const where = { id: row.turnId, ownerId, trashId: null, conversation: { trashId: null } }
  const turn = await db.turn.findFirst({ where })
  return turn ? { row: toRow(row), turn } : null
}

/** Contexts by turn id. The full text of one with `droppedAt` must not be read. */
export async function contextsOfTurns(db: Db, ownerId: string, turnIds: string[]) {
  const where = { ...ownedBy(ownerId), ...THERE }
  const select = { ...FIELDS, droppedAt: true as const }
  const rows = await inChunks(turnIds, (some) =>
    db.context.findMany({ where: { ...where, turnId: { in: some } }, select }),
  )
  return new Map(rows.map((row) => [row.turnId, toRow(row)]))
}

/** Turn ids of contexts by context id; unknown ids and those of other users are absent. */
export async function turnsOfContexts(db: Db, ownerId: string, ids: string[]) {
  const where = { ...ownedBy(ownerId), ...THERE, id: { in: ids } }
  const rows = await db.context.findMany({ where, select: columns('id turnId') })
  return new Map(rows.map((row) => [row.id, row.turnId]))
}

/** Contexts of a path with their turns' numbers, oldest first. */
export async function contextsOnPath(db: Db, ownerId: string, path: BranchPath, from?: number, to?: number) {
  const turns = await db.turn.findMany({
    where: { AND: [{ ownerId, trashId: null }, onPath(path, from, to)] },
    select: columns('id number createdAt'),
    orderBy: { number: 'asc' },
  })
  const ids = turns.map((turn) => turn.id)
  const contexts = await contextsOfTurns(db, ownerId, ids)
  return turns.flatMap(({ id, ...turn }) => {
    const context = contexts.get(id)
    return context ? [{ ...context, ...turn }] : []
  })
}

/** The last turn of a path that has a context, or only a workspace tree. */
async function lastRow(db: Db, ownerId: string, path: BranchPath, cleared: boolean) {
  if (path.length === 0) return null
  const spans = path.map(([branchId, max]) => sqltag`(t."branchId" = ${branchId} AND t."number" <= ${max})`)
  const kept = cleared ? empty : sqltag` AND ${isThere(sqltag`c.`)}`
  const [last] = await db.$queryRaw<{ number: number | bigint; treeHash: string; conversationId: string }[]>`
    SELECT t."number" AS "number", t."conversationId" AS "conversationId", c."treeHash" AS "treeHash" FROM "Turn" t JOIN "Context" c ON c."turnId" = t."id"
    WHERE t."ownerId" = ${ownerId}${kept} AND (${join(spans, ' OR ')}) ORDER BY t."number" DESC LIMIT 1`
  return last ? { ...last, number: Number(last.number) } : null
}

/** A workspace without these versions of files and these values; later ones of the same names stay. */
export function withoutTrashed(tree: WorkspaceTree, gone: TrashedWorkspace): WorkspaceTree {
  const isGone = (path: string, hash: string) =>
    gone.files.some((file) => file.path === path && file.hashes.includes(hash))
  const isUnset = (key: string, value: string) =>
    gone.state.some((one) => one.key === key && one.value === value)
  const state = kept(tree.state, (key, value) => !isUnset(key, value))
  const files = kept(tree.files, (path, file) => !isGone(path, file.hash))
  if (!tree.deleted) return { ...tree, files, state }
  const deleted = kept(tree.deleted, (path) => !gone.files.some((file) => file.path === path))
  return { files, state, ...(Object.keys(deleted).length ? { deleted } : {}) }
}
const kept = <T>(entries: Record<string, T>, isKept: (key: string, value: T) => boolean) =>
  Object.fromEntries(Object.entries(entries).filter(([key, value]) => isKept(key, value)))

/** Number of the last turn of a path that has a context; 0 when none has. */
export const lastContextNumber = async (db: Db, ownerId: string, path: BranchPath) =>
  (await lastRow(db, ownerId, path, false))?.number ?? 0

/** Workspace tree after the last turn of a path that has one; null when none has. */
export async function treeOnPath(db: Db, ownerId: string, path: BranchPath): Promise<WorkspaceTree | null> {
  const last = await lastRow(db, ownerId, path, true)
  const text = last && (await getBlobs(db, ownerId, [last.treeHash])).get(last.treeHash)
  if (!text) return null
  const tree = workspaceTreeSchema.parse(JSON.parse(text))
  const trashed = await trashedWorkspace(db, ownerId, last.conversationId)
  return hasWorkspace(trashed) ? withoutTrashed(tree, trashed) : tree
}

/** Writes: empties the contexts of these turns; later turns build on their workspace trees, which stay. */
export const clearContextOps = (db: Db, ownerId: string, turnIds: string[]): Batch => [
  db.$executeRaw`UPDATE "Context" SET "id" = 'cleared_' || "turnId" WHERE "ownerId" = ${ownerId} AND "turnId" IN (${join(turnIds)})`,
  db.context.updateMany({
    where: { ownerId, turnId: { in: turnIds } },
    data: { ...EMPTIED_CONTEXT, droppedAt: null },
  }),
]

export async function takenContextIds(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await inChunks(ids, (some) =>
    db.context.findMany({ where: { id: { in: some } }, select: { id: true } }),
  )
  return new Set(rows.map((row) => row.id))
}
