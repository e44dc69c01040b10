import type { Sql } from '@prisma/client/runtime/client'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import { breath, pacer } from '@/lib/shared/breath'
import { sortSlowly } from '@/lib/shared/sort-slowly'
import { forksQuery, NO_PLACE, turnPageQuery, type UsageRow, type UsageScope } from './usage-sql'

/** Turns read at once: about 10 ms. */
const PAGE = 1_000

/** Reads queries over the ledger, letting others go first each time. */
export const ledgerReader =
  (db: Db) =>
  async <R = UsageRow>(query: Sql): Promise<R[]> => {
    await breath()
    return db.$queryRaw<R[]>(query)
  }

/** Tokens of the history for both baselines, and the imported share of `plain`. */
type History = { plain: number; full: number; imported: number }
/** A turn with its place, and the tokens before it on its own path. */
export type PlacedTurn = History & {
  id: string
  branchId: string
  conversationId: string
  number: number
  depth: string | null
  at: Date
  /** It was imported and never ran. */
  came: number
  /** 1 if a model that counts thought or answered, else 0. */
  called: number
  /** 1 if it was reflective and its last attempt used up the answer calls of its plan, else 0. */
  capped: number
  status: string
  /** The size of its window; null, as are its tokens, if the turn did not run to an end. */
  size: string | null
  tokens: number | null
  earlier: number | null
  /** From its first call to its end. */
  ms: number
  rating: number
  /** The place in order, from 1; of a turn that called no model, the place of the one before it. */
  pos: number
  /** The point it belongs to; the caller's to set. */
  bucket: number
  /** It was sent after another one with its number; the caller's to set. */
  again?: boolean
}

const zero = (): History => ({ plain: 0, full: 0, imported: 0 })
const plus = (a: History, b: History): History => ({
  plain: a.plain + b.plain,
  full: a.full + b.full,
  imported: a.imported + b.imported,
})

/**
 * Every turn of the scope, in order of time, with the tokens before it on its own path. Only turns that called
 * a model have a place. Read in pages, because one query over a large ledger would hold up everything else.
 */
export async function placedTurns(db: Db, scope: UsageScope): Promise<PlacedTurn[]> {
  const { ownerId, period } = scope
  const inTrash = { ownerId, trashId: { not: null } }
  const trashed = await db.conversation.findMany({ where: inTrash, select: { id: true } })
  const hidden = new Set(trashed.map(({ id }) => id))
  const forks = await db.$queryRaw<UsageRow[]>(forksQuery(scope))
  const forkOf = new Map(forks.map((row) => [String(row.id), String(row.turnId)]))
  const isFork = new Set(forkOf.values())
  /** What a fork passes on: the history up to it, and its own branch. */
  const passed = new Map<string, { branchId: string; upTo: History }>()
  const turns: PlacedTurn[] = []
  const [read, isSqlite] = [ledgerReader(db), onSqlite(db)]
  let [line, sums] = ['', zero()]
  for (let after = NO_PLACE; ; ) {
    const [found] = await read<{ page: string | null }>(turnPageQuery(scope, after, PAGE, isSqlite))
    const rows: PlacedTurn[] = JSON.parse(found?.page ?? '[]')
    for (const turn of rows) {
      const { id, branchId, conversationId, number, plain, full } = turn
      if (branchId !== line) [line, sums] = [branchId, zero()]
      turn.at = new Date(turn.at)
      const inside = !period || (turn.at >= period.since && turn.at < period.until)
      // Changed in place: copies take ten times as long.
      if (inside && !hidden.has(conversationId)) turns.push(Object.assign(turn, sums))
      sums = plus(sums, { plain, full, imported: turn.came ? plain : 0 })
      if (isFork.has(id)) passed.set(id, { branchId, upTo: sums })
      after = { conversationId, branchId, number }
    }
    if (rows.length < PAGE) break
  }
  const pace = pacer()
  const baseOf = historyBefore(forkOf, passed)
  for (const turn of turns) {
    await pace()
    const base = baseOf(turn.branchId)
    turn.plain += base.plain
    turn.full += base.full
    turn.imported += base.imported
  }
  return inTime(turns)
}

function historyBefore(
  forkOf: ReadonlyMap<string, string>,
  passed: ReadonlyMap<string, { branchId: string; upTo: History }>,
): (branchId: string) => History {
  const known = new Map<string, History>()
  return (branchId) => {
    const way: { branchId: string; upTo: History }[] = []
    let at = branchId
    for (let from = passed.get(forkOf.get(at) ?? ''); from && !known.has(at); ) {
      way.push({ branchId: at, upTo: from.upTo })
      at = from.branchId
      from = passed.get(forkOf.get(at) ?? '')
    }
    let base = known.get(at) ?? zero()
    known.set(at, base)
    for (const step of way.reverse()) {
      base = plus(base, step.upTo)
      known.set(step.branchId, base)
    }
    return base
  }
}

async function inTime(turns: PlacedTurn[]): Promise<PlacedTurn[]> {
  const compare = (a: PlacedTurn, b: PlacedTurn) =>
    a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  const sorted = await sortSlowly(turns, compare)
  let called = 0
  for (const turn of sorted) turn.pos = turn.called ? ++called : called
  return sorted
}

export type PointRow = UsageRow & Record<'turns' | 'from' | 'to' | 'least' | 'most', number> & { at: Date }
/** Counts a turn in the row of its point; a row of many turns names only its first. */
export function addToPoint(rows: Map<number, PointRow>, turn: PlacedTurn) {
  const { bucket, id, conversationId, number, pos, at } = turn
  const row = rows.get(bucket)
  if (!row) {
    const own = { least: number, most: number, again: turn.again ? 1 : 0 }
    rows.set(bucket, { bucket, id, conversationId, number, turns: 1, from: pos, to: pos, at, ...own })
    return
  }
  row.turns += 1
  row.from = Math.min(row.from, pos)
  row.to = Math.max(row.to, pos)
  row.least = Math.min(row.least, number)
  row.most = Math.max(row.most, number)
  if (at < row.at) row.at = at
}
