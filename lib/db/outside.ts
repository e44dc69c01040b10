import type { TextSource } from '@/lib/shared/text-source'
import { formatOfOrigin, type Imported } from '@/lib/shared/transfer'
import { fencedUpdate, type Lease } from './claims'
import type { Batch, Db } from './client'
import { type BranchPath, onPath } from './path'

/** Which of these turns hold text from outside. */
export async function sourcesOf(db: Db, ownerId: string, turnIds: string[]): Promise<Map<string, TextSource>> {
  if (turnIds.length === 0) return new Map()
  // Negated, so that SQLite looks the ids up (see `rememberedOf`).
  const rows = await db.turn.findMany({ where: { id: { in: turnIds }, NOT: { ownerId: { not: ownerId } } }, select: { id: true, importedAt: true, tainted: true } })
  const found = new Map<string, TextSource>()
  for (const { id, importedAt, tainted } of rows) if (importedAt || tainted) found.set(id, importedAt ? 'import' : 'read')
  return found
}

/** Where a turn came from; null = it was chatted here. */
export async function importOf(db: Db, ownerId: string, turnId: string): Promise<Imported | null> {
  const turn = await db.turn.findFirst({
    where: { id: turnId, ownerId },
    select: { importedAt: true, conversation: { select: { origin: true, importedAt: true, importedFile: true } } },
  })
  const from = turn?.importedAt ? formatOfOrigin(turn.conversation.origin) : null
  return turn && from ? { from, at: (turn.conversation.importedAt && turn.importedAt)?.toISOString() ?? null, file: turn.conversation.importedFile } : null
}

/** Earlier turns of a path by number: up to `importedTo` they were imported, `read` are tainted. */
export type OutsideTurns = { importedTo: number; read: number[] }
export const NOTHING_OUTSIDE: OutsideTurns = { importedTo: 0, read: [] }
type Place = { conversationId: string; path: BranchPath; before: number }
/** A conversation that was imported begins with what was imported, on each of its paths. */
export async function outsideOnPath(db: Db, ownerId: string, { conversationId, path, before }: Place): Promise<OutsideTurns> {
  const where = { ownerId, conversationId, AND: [onPath(path, 1, before - 1)] }
  const [conversation, read] = await Promise.all([
    db.conversation.findFirst({ where: { id: conversationId, ownerId }, select: { origin: true } }),
    db.turn.findMany({ where: { ...where, tainted: true }, select: { number: true } }),
  ])
  const imported = conversation?.origin.startsWith('import:')
    ? await db.turn.findFirst({ where: { ...where, importedAt: { not: null } }, select: { number: true }, orderBy: { number: 'desc' } })
    : null
  return { importedTo: imported?.number ?? 0, read: read.map((turn) => turn.number) }
}

/** Where the text of the turns from one number to another is from. */
export function sourceOfTurns({ importedTo, read }: OutsideTurns, from: number, to: number): TextSource | undefined {
  if (from <= importedTo) return 'import'
  return read.some((number) => from <= number && number <= to) ? 'read' : undefined
}

/** Files of a conversation that somebody brought along, or that a turn wrote which is itself from outside or had read something from there. */
export async function outsidePaths(db: Db, ownerId: string, conversationId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ path: string }[]>`
    SELECT f."path" AS "path" FROM "FileTouch" f JOIN "Turn" t ON t."id" = f."turnId"
    WHERE t."ownerId" = ${ownerId} AND t."conversationId" = ${conversationId}
      AND (f."op" = 'upload' OR (f."op" IN ('write', 'edit') AND (t."tainted" OR t."importedAt" IS NOT NULL)))
    GROUP BY f."path"`
  return rows.map((row) => row.path)
}

/** Behind the fence of a running turn: a prompt of it held text from outside. */
export const taintOps = (db: Db, lease: Lease): Batch => [fencedUpdate(db, lease, { tainted: true })]
