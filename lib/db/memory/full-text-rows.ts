import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { listed, type NewUnit, type SearchState } from './full-text'
import { ownedToo } from './full-text-search'

export type UnitRow = Omit<NewUnit, 'speaker' | 'at'>

const ROW = sqltag`u."refId", u."conversationId", u."branchId", u."number", u."stamp", u."length", u."terms", u."place", u."said"`
export type EntrySize = { first: number; last: number; units: number }
/** How many units entries have, and the ids of the first and last, from an index alone. */
export async function entrySizes(db: Db, refIds: string[]): Promise<Map<string, EntrySize>> {
  if (refIds.length === 0) return new Map()
  const rows = await db.$queryRaw<{ refId: string; first: number; last: number; units: number | bigint }[]>`
    SELECT "refId", MIN("id") AS "first", MAX("id") AS "last", COUNT(*) AS "units" FROM "SearchUnit" WHERE "refId" ${listed(db, refIds)} GROUP BY "refId"`
  return new Map(
    rows.map(({ refId, first, last, units }) => [
      refId,
      { first: Number(first), last: Number(last), units: Number(units) },
    ]),
  )
}

/** All units of some entries in order; those of another user are absent. */
export const unitsOfEntries = async (db: Db, state: SearchState, refIds: string[]): Promise<UnitRow[]> =>
  refIds.length === 0
    ? []
    : db.$queryRaw<UnitRow[]>`
      SELECT ${ROW} FROM "SearchUnit" u WHERE u."refId" ${listed(db, refIds)} AND ${ownedToo(state)} ORDER BY u."id"`

/** Units by id, in order; those of another user are absent. */
export const unitsById = async (db: Db, state: SearchState, ids: number[]): Promise<UnitRow[]> =>
  ids.length === 0
    ? []
    : db.$queryRaw<UnitRow[]>`
      SELECT ${ROW} FROM "SearchUnit" u WHERE u."id" ${listed(db, ids, 'INTEGER')} AND ${ownedToo(state)} ORDER BY u."id"`
