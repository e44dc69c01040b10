import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, insertOps, ownedBy } from '@/lib/db/engine/rows'
import type { CitedTurn } from '@/lib/shared/dto'
import { saidIn } from '@/lib/shared/turn/said-in'
import { REMEMBERED } from './turn-texts'

/** A mark in an answer and the turn or strategy it names; `start` and `end` in characters of the answer. */
export type CitationRow = { kind: 'turn' | 'strategy'; refId: string; start: number; end: number }

/**
 * Writes for a transaction: what an answer cites, in the order of their marks, in place of those of
 * an earlier attempt.
 */
export const citationOps = (db: Db, turnId: string, rows: CitationRow[]): Batch => [
  db.citation.deleteMany({ where: { turnId } }),
  ...insertOps(
    db,
    'Citation',
    rows.map((row, index) => ({ turnId, index, ...row })),
  ),
]

/** The turns that an answer cites and memory may still use, in the order of their marks. */
export async function citedTurns(db: Db, ownerId: string, turnId: string): Promise<string[]> {
  const rows = await db.citation.findMany({
    where: { turnId, kind: 'turn' },
    orderBy: { index: 'asc' },
    select: columns('refId'),
  })
  const cited = [...new Set(rows.map(({ refId }) => refId))]
  const where = { ...ownedBy(ownerId), ...REMEMBERED, id: { in: cited } }
  const there = new Set((await db.turn.findMany({ where, select: columns('id') })).map(({ id }) => id))
  return cited.filter((id) => there.has(id))
}

const EXCERPT = 400

/** By citing turn, the turns that its answer cites and memory may still use. */
export async function citedBy(
  db: Db,
  ownerId: string,
  turns: readonly { id: string }[],
): Promise<Map<string, CitedTurn[]>> {
  const rows = await db.citation.findMany({
    where: { turnId: { in: turns.map(({ id }) => id) }, kind: 'turn' },
    select: columns('turnId refId'),
  })
  const cited = await db.turn.findMany({
    where: { ...ownedBy(ownerId), ...REMEMBERED, id: { in: [...new Set(rows.map(({ refId }) => refId))] } },
    select: columns('id conversationId number createdAt userText answer'),
  })
  const byId = new Map(cited.map((turn) => [turn.id, turn]))
  const found = new Map<string, CitedTurn[]>()
  for (const { turnId, refId } of rows) {
    const turn = byId.get(refId)
    if (!turn) continue
    const { id, conversationId, number, createdAt } = turn
    const one = { turnId: id, conversationId, turnNumber: number, at: createdAt.toISOString() }
    const list = found.get(turnId) ?? []
    if (!list.some(({ turnId }) => turnId === id))
      list.push({ ...one, excerpt: saidIn(turn).slice(0, EXCERPT) })
    found.set(turnId, list)
  }
  return found
}
