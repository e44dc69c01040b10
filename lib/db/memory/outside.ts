import { join } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, numbers, ownedBy } from '@/lib/db/engine/rows'
import { fencedUpdate, type Lease } from '@/lib/db/turns/claims'
import { type BranchPath, pathLimits } from '@/lib/db/turns/path'
import { clientOfOrigin } from '@/lib/shared/memory/outside'
import type { TextSource } from '@/lib/shared/text-source'
import { answererOf, formatOfOrigin, type Imported } from '@/lib/shared/transfer/transfer'

export async function outsideSources(db: Db, ownerId: string, turnIds: string[]) {
  const found = new Map<string, TextSource>()
  const where = { id: { in: turnIds }, ...ownedBy(ownerId) }
  const rows = turnIds.length
    ? await db.turn.findMany({ where, select: columns('id importedAt tainted') })
    : []
  for (const { id, importedAt, tainted } of rows)
    if (importedAt || tainted) found.set(id, importedAt ? 'import' : 'read')
  return found
}

/** Of these summaries those that rest on text from outside; `wholly` = on imported turns alone. */
export async function sourcesOfSummaries(db: Db, ownerId: string, ids: string[]) {
  const rows = ids.length
    ? await db.$queryRaw<{ id: string; all: number | bigint; imported: number | bigint }[]>`
      SELECT p."refId" AS "id", COUNT(*) AS "all", COUNT(t."importedAt") AS "imported" FROM "Provenance" p JOIN "Turn" t ON t."id" = p."sourceTurnId"
      WHERE p."ownerId" = ${ownerId} AND p."kind" = 'summary' AND p."refId" IN (${join(ids)}) GROUP BY p."refId"
      HAVING COUNT(t."importedAt") > 0 OR SUM(CASE WHEN t."tainted" THEN 1 ELSE 0 END) > 0`
    : []
  return new Map(
    rows.map((row) => {
      const { all, imported } = numbers(row, 'all imported')
      const source: TextSource = imported > 0 ? 'import' : 'read'
      return [row.id, { source, wholly: all === imported }]
    }),
  )
}

/** Who answered in imported turns of these conversations, if not Mneme and if no message names them. */
export async function answerersOf(db: Db, ownerId: string, conversationIds: string[]) {
  const found = new Map<string, string>()
  if (conversationIds.length === 0) return found
  const where = { id: { in: conversationIds }, ownerId }
  for (const { id, origin } of await db.conversation.findMany({ where, select: columns('id origin') })) {
    const answerer = answererOf(formatOfOrigin(origin))
    if (answerer) found.set(id, answerer)
  }
  return found
}

/** Where a turn came from; null = it was chatted here. */
export async function importOf(db: Db, ownerId: string, turnId: string): Promise<Imported | null> {
  const turn = await db.turn.findFirst({
    where: { id: turnId, ownerId },
    select: { importedAt: true, conversation: { select: columns('origin importedAt importedFile') } },
  })
  if (!turn?.importedAt) return null
  const { origin, importedAt, importedFile } = turn.conversation
  const from = formatOfOrigin(origin)
  return from && { from, at: importedAt && turn.importedAt.toISOString(), file: importedFile }
}

/**
 * Earlier turns of a path by number: up to `importedTo` they were imported, answered by `answerer` (null = by
 * Mneme) where no message names anybody, `read` are tainted.
 */
export type OutsideTurns = { importedTo: number; answerer: string | null; read: number[] }
export const NOTHING_OUTSIDE: OutsideTurns = { importedTo: 0, answerer: null, read: [] }
type PathStretch = { conversationId: string; path: BranchPath; before: number }
/** An imported conversation begins with what was imported; a program's has it up to the last import. */
export async function outsideOnPath(db: Db, ownerId: string, { conversationId, path, before }: PathStretch) {
  const [conversation, tainted] = await Promise.all([
    db.conversation.findFirst({ where: { id: conversationId, ownerId }, select: { origin: true } }),
    // The path is left to the code, or SQLite would read every turn of it.
    db.turn.findMany({
      where: { tainted: true, conversationId, ...ownedBy(ownerId) },
      select: columns('number branchId'),
    }),
  ])
  const last = pathLimits(path)
  const read = tainted
    .filter(({ number, branchId }) => number < before && number <= (last.get(branchId) ?? 0))
    .map((turn) => turn.number)
  const { origin = '' } = conversation ?? {}
  const isOutside = origin.startsWith('import:') || clientOfOrigin(origin) !== null
  const imported = isOutside ? await importedTo(db, ownerId, path, before) : 0
  return {
    importedTo: imported,
    answerer: imported > 0 ? answererOf(formatOfOrigin(origin)) : null,
    read,
  }
}

/** From the end of the path, branch by branch: what was chatted behind an import is short. */
async function importedTo(db: Db, ownerId: string, path: BranchPath, before: number): Promise<number> {
  const imported = { importedAt: { not: null }, ...ownedBy(ownerId) }
  for (const [branchId, max] of path.toReversed()) {
    const where = { ...imported, branchId, number: { lte: Math.min(max, before - 1) } }
    const turn = await db.turn.findFirst({ where, select: { number: true }, orderBy: { number: 'desc' } })
    if (turn) return turn.number
  }
  return 0
}

/** Where the text of the turns from one number to another is from. */
export function sourceOfTurns({ importedTo, read }: OutsideTurns, from: number, to: number) {
  if (from <= importedTo) return 'import'
  return read.some((number) => from <= number && number <= to) ? 'read' : undefined
}

export async function attachedPaths(db: Db, ownerId: string, conversationId: string): Promise<string[]> {
  const where = { ownerId, conversationId, mediaType: null }
  const uploads = await db.upload.findMany({ where, select: { path: true }, distinct: ['path'] })
  return uploads.map((upload) => upload.path)
}

/** Behind the fence of a running turn: a prompt of it contained text from outside. */
export const taintOps = (db: Db, lease: Lease): Batch => [fencedUpdate(db, lease, { tainted: true })]
