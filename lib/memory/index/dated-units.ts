import type { Db } from '@/lib/db/client'
import type { SearchState, UnitFilter } from '@/lib/db/full-text'
import { latestUnits, type UnitPlace } from '@/lib/db/full-text-search'
import { limits } from '@/lib/shared/limits'
import { type AskedDates, spansOf } from '../dates'

/** Units of the months and days that a query names, the latest first; of each just more than make a time too common. A date without a year is of this year or the one before. */
export async function datedUnits(db: Db, state: SearchState, asked: readonly AskedDates[], filter: UnitFilter): Promise<UnitPlace[]> {
  const dates = asked.filter(({ month }) => month !== null)
  if (dates.length === 0) return []
  const year = new Date().getUTCFullYear()
  const found = new Map<number, UnitPlace>()
  for (const [from, to] of spansOf(dates, limits.rank.datedFit, [year - 1, year])) {
    const within = { ...filter, from: Math.max(from, filter.from ?? from), to: Math.min(to, filter.to ?? to) }
    if (within.from <= within.to) for (const place of await latestUnits(db, state, [], within, limits.index.commonPostings + 1)) found.set(place.id, place)
  }
  return [...found.values()]
}
