import type { Batch, Db } from '@/lib/db/engine/client'
import { sourcesOf } from '@/lib/db/forget/derived'
import {
  refreshRollUpOps,
  rollUpRowOps,
  rollUpsOnPath,
  staleOps,
  summariesById,
  turnSummaries,
} from '@/lib/db/memory/summaries'
import type { RollUpRow, SummaryRow, SummaryStatus } from '@/lib/db/memory/summary-row'
import { type BranchPath, OPEN_END } from '@/lib/db/turns/path'
import { hiddenNumbers } from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import { gaps, type Range, within } from './ranges'
import { bounded, type SummaryText, storedText } from './summary-text'

/**
 * A roll-up that is due, on the branch of its last turn, because exactly the paths through that contain all
 * its `sources`. `replaces` = a stale roll-up; null = a new one.
 */
export type DueRollUp = {
  level: number
  from: number
  to: number
  branchId: string
  sources: SummaryRow[]
  replaces: string | null
}

const ALL: Range = { from: 1, to: OPEN_END }
/** Full groups of `size` items, none of which crosses the end of its range. */
const chunksIn = <T extends Range>(ranges: Range[], items: T[], size: number): T[][] =>
  ranges.flatMap((range) => {
    const inside = items.filter((item) => within(item, range))
    return Array.from({ length: Math.floor(inside.length / size) }, (_, i) =>
      inside.slice(i * size, (i + 1) * size),
    )
  })

/** Roll-ups that a path lacks, lowest level and oldest first: one per `every` sources, and stale ones. */
export async function dueRollUps(
  db: Db,
  ownerId: string,
  path: BranchPath,
  every: number = limits.summary.rollUpEvery,
): Promise<DueRollUp[]> {
  const { maxDue } = limits.summary
  const made = await rollUpsOnPath(db, ownerId, path, OPEN_END)
  const ofLevel = (level: number) => made.filter((rollUp) => rollUp.level === level)
  const open = gaps(ofLevel(1), ALL)
  const turns = await turnSummaries(db, ownerId, path, open, { first: every * maxDue })
  const due = chunksIn(open, turns, every).map((sources) => dueOf(1, sources, null))

  const wanted: { level: number; sources: RollUpRow[]; replaces: string | null }[] = []
  const top = Math.max(0, ...made.map((rollUp) => rollUp.level))
  for (let level = 2; level <= top + 1; level++) {
    const free = chunksIn(gaps(ofLevel(level), ALL), ofLevel(level - 1), every)
    wanted.push(...free.map((sources) => ({ level, sources, replaces: null })))
  }
  const staleNow = made.filter((rollUp) => rollUp.stale)
  for (const stale of staleNow) {
    // Lower levels first, since this one is made from them.
    if (staleNow.some((other) => other.level < stale.level && within(other, stale))) continue
    const { id, level } = stale
    const sources = ofLevel(level - 1).filter((rollUp) => within(rollUp, stale))
    if (level > 1) wanted.push({ level, sources, replaces: id })
    else due.push(dueOf(1, await turnSummaries(db, ownerId, path, [stale]), stale.id))
  }
  const sourceIds = wanted.flatMap(({ sources }) => sources.map((source) => source.id))
  const texts = await summariesById(db, ownerId, sourceIds)
  for (const { level, sources, replaces } of wanted) {
    const rows = sources.flatMap(({ id }) => texts.get(id) ?? [])
    due.push(dueOf(level, rows, replaces))
  }
  const held = due.length ? await hiddenNumbers(db, ownerId, path, OPEN_END) : []
  // Roll-ups over a turn in the trash wait until it is restored or purged.
  return due
    .filter(
      ({ sources, from, to }) => sources.length && !held.some((number) => number >= from && number <= to),
    )
    .slice(0, maxDue)
}

const dueOf = (level: number, sources: SummaryRow[], replaces: string | null): DueRollUp => ({
  level,
  from: sources[0]?.from ?? 0,
  to: sources.at(-1)?.to ?? 0,
  branchId: sources.at(-1)?.branchId ?? '',
  sources,
  replaces,
})

/** Writes: the roll-up (id `rol_…`), its sources, stale ones above. @throws P2002 if it exists. */
export async function rollUpOps(
  db: Db,
  ownerId: string,
  conversationId: string,
  due: DueRollUp,
  text: SummaryText,
  status: SummaryStatus,
  { runtime, countTokens }: { runtime: Runtime; countTokens(text: string): number },
): Promise<Batch> {
  const { branchId, level, from, to } = due
  const stored = { ...storedText(bounded({ ...text, from, to }, countTokens), countTokens), status }
  const sourceIds = due.sources.map((source) => source.id)
  if (due.replaces)
    return [
      ...refreshRollUpOps(db, ownerId, due.replaces, stored, sourceIds),
      ...(await staleOps(db, ownerId, level + 1, await sourcesOf(db, ownerId, 'summary', [due.replaces]))),
    ]
  const row: SummaryRow = { id: runtime.id('rol'), branchId, level, from, to, contextId: null, ...stored }
  return rollUpRowOps(db, ownerId, conversationId, row, sourceIds)
}
