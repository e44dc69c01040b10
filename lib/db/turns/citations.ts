import type { Batch, Db } from '@/lib/db/engine/client'
import { insertOps } from '@/lib/db/engine/insert'

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
