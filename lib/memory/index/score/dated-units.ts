import type { Db } from '@/lib/db/engine/client'
import type { SearchState, UnitFilter } from '@/lib/db/memory/full-text'
import { countLatest, latestUnits, type UnitPlace } from '@/lib/db/memory/full-text-search'
import { type AskedDates, spansOf } from '@/lib/memory/text/dates'
import { limits } from '@/lib/shared/limits'

/**
 * Units of the months and days in a query: how many, and the latest `most` if they are few enough to be
 * candidates. A date without a year is of this year or the last. A unit that matches two dates counts twice.
 */
export async function datedUnits(
  db: Db,
  state: SearchState,
  asked: readonly AskedDates[],
  filter: UnitFilter,
  most: number,
): Promise<{ count: number; latest: UnitPlace[] }> {
  const dates = asked.filter(({ month }) => month !== null)
  const year = new Date().getUTCFullYear()
  const times = spansOf(dates, limits.rank.datedFit, [year - 1, year])
    .map(([from, to]) => ({
      ...filter,
      from: Math.max(from, filter.from ?? from),
      to: Math.min(to, filter.to ?? to),
    }))
    .filter(({ from, to }) => from <= to)
  let count = 0
  for (const time of times) count += await countLatest(db, state, time, limits.index.commonPostings + 1)
  const latest = new Map<number, UnitPlace>()
  if (count > 0 && count <= limits.index.commonPostings)
    for (const time of times)
      for (const place of await latestUnits(db, state, [], time, most)) latest.set(place.id, place)
  return { count, latest: [...latest.values()] }
}
