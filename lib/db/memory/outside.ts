import { join } from '@prisma/client/runtime/client'
import type { TextSource } from '@/lib/base/text-source'
import type { Batch, Db } from '@/lib/db/engine/client'
import { ownedBy } from '@/lib/db/engine/owned'
import { fencedUpdate, type Lease } from '@/lib/db/turns/claims'
import { type BranchPath, pathLimits } from '@/lib/db/turns/path'
import { answererOf, formatOfOrigin, type Imported } from '@/lib/shared/transfer'

/** Which of these turns hold text from outside. */
export async function sourcesOf(
  db: Db,
  ownerId: string,
  turnIds: string[],
): Promise<Map<string, TextSource>> {
  if (turnIds.length === 0) return new Map()
  const rows = await db.turn.findMany({
    where: { id: { in: turnIds }, ...ownedBy(ownerId) },
    select: { id: true, importedAt: true, tainted: true },
  })
  const found = new Map<string, TextSource>()
  for (const { id, importedAt, tainted } of rows)
    if (importedAt || tainted) found.set(id, importedAt ? 'import' : 'read')
  return found
}

/**
 * Which of these summaries rest on a turn with text from outside, be it one of many: on an imported one, else
 * on one that read such text.
 */
export async function sourcesOfSummaries(
  db: Db,
  ownerId: string,
  ids: string[],
): Promise<Map<string, TextSource>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; imported: number | bigint }[]>`
    SELECT p."refId" AS "id", COUNT(t."importedAt") AS "imported" FROM "Provenance" p JOIN "Turn" t ON t."id" = p."sourceTurnId"
    WHERE p."ownerId" = ${ownerId} AND p."kind" = 'summary' AND p."refId" IN (${join(ids)}) AND (t."importedAt" IS NOT NULL OR t."tainted") GROUP BY p."refId"`
  return new Map(rows.map((row) => [row.id, Number(row.imported) > 0 ? 'import' : 'read']))
}

/** Which of these summaries rest on imported turns only. */
export async function whollyImported(db: Db, ownerId: string, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT p."refId" AS "id" FROM "Provenance" p JOIN "Turn" t ON t."id" = p."sourceTurnId"
    WHERE p."ownerId" = ${ownerId} AND p."kind" = 'summary' AND p."refId" IN (${join(ids)}) GROUP BY p."refId" HAVING COUNT(*) = COUNT(t."importedAt")`
  return new Set(rows.map((row) => row.id))
}

/**
 * Who answered in imported turns of these conversations, where it was not Mneme and no message names them.
 */
export async function answerersOf(
  db: Db,
  ownerId: string,
  conversationIds: string[],
): Promise<Map<string, string>> {
  if (conversationIds.length === 0) return new Map()
  const rows = await db.conversation.findMany({
    where: { id: { in: conversationIds }, ownerId },
    select: { id: true, origin: true },
  })
  return new Map(
    rows.flatMap(({ id, origin }) => {
      const answerer = answererOf(formatOfOrigin(origin))
      return answerer === null ? [] : [[id, answerer]]
    }),
  )
}

/** Where a turn came from; null = it was chatted here. */
export async function importOf(db: Db, ownerId: string, turnId: string): Promise<Imported | null> {
  const turn = await db.turn.findFirst({
    where: { id: turnId, ownerId },
    select: {
      importedAt: true,
      conversation: { select: { origin: true, importedAt: true, importedFile: true } },
    },
  })
  const from = turn?.importedAt ? formatOfOrigin(turn.conversation.origin) : null
  return turn && from
    ? {
        from,
        at: (turn.conversation.importedAt && turn.importedAt)?.toISOString() ?? null,
        file: turn.conversation.importedFile,
      }
    : null
}

/**
 * Earlier turns of a path by number: up to `importedTo` they were imported, answered by `answerer` (null = by
 * Mneme) where no message names anybody, `read` are tainted.
 */
export type OutsideTurns = { importedTo: number; answerer: string | null; read: number[] }
export const NOTHING_OUTSIDE: OutsideTurns = { importedTo: 0, answerer: null, read: [] }
type Place = { conversationId: string; path: BranchPath; before: number }
/** A conversation that was imported begins with what was imported, on each of its paths. */
export async function outsideOnPath(
  db: Db,
  ownerId: string,
  { conversationId, path, before }: Place,
): Promise<OutsideTurns> {
  const [conversation, tainted] = await Promise.all([
    db.conversation.findFirst({ where: { id: conversationId, ownerId }, select: { origin: true } }),
    // The path is left to the code, or SQLite would read every turn of it.
    db.turn.findMany({
      where: { tainted: true, conversationId, ...ownedBy(ownerId) },
      select: { number: true, branchId: true },
    }),
  ])
  const last = pathLimits(path)
  const read = tainted
    .filter(({ number, branchId }) => number < before && number <= (last.get(branchId) ?? 0))
    .map((turn) => turn.number)
  const imported = conversation?.origin.startsWith('import:')
    ? await importedTo(db, ownerId, path, before)
    : 0
  return {
    importedTo: imported,
    answerer: imported > 0 ? answererOf(formatOfOrigin(conversation?.origin ?? '')) : null,
    read,
  }
}

/** From the end of the path, branch by branch: what was chatted behind an import is short. */
async function importedTo(db: Db, ownerId: string, path: BranchPath, before: number): Promise<number> {
  for (const [branchId, max] of path.toReversed()) {
    const where = {
      branchId,
      number: { lte: Math.min(max, before - 1) },
      importedAt: { not: null },
      ...ownedBy(ownerId),
    }
    const turn = await db.turn.findFirst({ where, select: { number: true }, orderBy: { number: 'desc' } })
    if (turn) return turn.number
  }
  return 0
}

/** Where the text of the turns from one number to another is from. */
export function sourceOfTurns(
  { importedTo, read }: OutsideTurns,
  from: number,
  to: number,
): TextSource | undefined {
  if (from <= importedTo) return 'import'
  return read.some((number) => from <= number && number <= to) ? 'read' : undefined
}

/** Files that somebody attached to a message of a conversation. */
export const attachedPaths = async (db: Db, ownerId: string, conversationId: string): Promise<string[]> =>
  (
    await db.upload.findMany({
      where: { ownerId, conversationId },
      select: { path: true },
      distinct: ['path'],
    })
  ).map((upload) => upload.path)

/** Behind the fence of a running turn: a prompt of it held text from outside. */
export const taintOps = (db: Db, lease: Lease): Batch => [fencedUpdate(db, lease, { tainted: true })]
