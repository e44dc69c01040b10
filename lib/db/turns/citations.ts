import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, insertOps, ownedBy } from '@/lib/db/engine/rows'
import type { CitedTurn } from '@/lib/shared/dto'
import { saidIn } from '@/lib/shared/turn/said-in'
import { REMEMBERED, rememberedAmong } from './turn-texts'

/** A mark in an answer and the turn or strategy it names; `start` and `end` in characters of the answer. */
export type CitationRow = { kind: 'turn' | 'strategy'; refId: string; start: number; end: number }

/** Writes: what an answer cites, in the order of its marks, in place of an earlier attempt's. */
export function citationOps(db: Db, turnId: string, cited: CitationRow[]): Batch {
  const rows = cited.map((row, index) => ({ turnId, index, ...row }))
  return [db.citation.deleteMany({ where: { turnId } }), ...insertOps(db, 'Citation', rows)]
}

/** The turns that an answer cites and memory may still use, in the order of their marks. */
export async function citedTurns(db: Db, ownerId: string, turnId: string): Promise<string[]> {
  const where = { turnId, kind: 'turn' }
  const rows = await db.citation.findMany({ where, orderBy: { index: 'asc' }, select: columns('refId') })
  const cited = [...new Set(rows.map(({ refId }) => refId))]
  const there = await rememberedAmong(db, ownerId, cited)
  return cited.filter((id) => there.has(id))
}

const EXCERPT = 400

/** By citing turn, the turns that its answer cites and memory may still use. */
export async function citedBy(db: Db, ownerId: string, turns: readonly { id: string }[]) {
  const where = { turnId: { in: turns.map(({ id }) => id) }, kind: 'turn' }
  const rows = await db.citation.findMany({ where, select: columns('turnId refId') })
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
