import type { Batch, Db } from '@/lib/db/engine/client'
import { sourcesOf } from '@/lib/db/forget/derived'
import {
  type RollUpRow,
  refreshRollUpOps,
  rollUpRowOps,
  rollUpsOnPath,
  type SummaryRow,
  type SummaryStatus,
  staleOps,
  summariesById,
  turnSummaries,
} from '@/lib/db/memory/summaries'
import { type BranchPath, OPEN_END } from '@/lib/db/turns/path'
import { hiddenNumbers } from '@/lib/db/turns/turn-texts'
import { rollUpExtractively } from '@/lib/heuristics/roll-up'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import {
  bounded,
  gaps,
  isInRange,
  type Range,
  type SummaryText,
  storedText,
  summaryRow,
} from './summary-text'

export type DueRollUp = ReturnType<typeof dueOf>

const ALL: Range = { from: 1, to: OPEN_END }
/** Full groups of `size` items, none of which crosses the end of its range. */
const chunksIn = <T extends Range>(ranges: Range[], items: T[], size: number): T[][] =>
  ranges.flatMap((range) => {
    const inside = items.filter((item) => isInRange(item, range))
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
    if (staleNow.some((other) => other.level < stale.level && isInRange(other, stale))) continue
    const { id, level } = stale
    const sources = ofLevel(level - 1).filter((rollUp) => isInRange(rollUp, stale))
    if (level > 1) wanted.push({ level, sources, replaces: id })
    else due.push(dueOf(1, await turnSummaries(db, ownerId, path, [stale]), stale.id))
  }
  const sourceIds = wanted.flatMap(({ sources }) => sources.map((source) => source.id))
  const texts = await summariesById(db, ownerId, sourceIds)
  for (const { level, sources, replaces } of wanted) {
    const rows = sources.flatMap(({ id }) => texts.get(id) ?? [])
    due.push(dueOf(level, rows, replaces))
  }
  const hidden = due.length ? await hiddenNumbers(db, ownerId, path, OPEN_END) : []
  // Roll-ups over a turn in the trash wait until it is restored or purged.
  const isHeld = ({ from, to }: Range) => hidden.some((number) => number >= from && number <= to)
  return due.filter((one) => one.sources.length && !isHeld(one)).slice(0, maxDue)
}

/**
 * A roll-up that is due, on the branch of its last turn, because exactly the paths through that contain all
 * its `sources`. `replaces` = a stale roll-up; null = a new one.
 */
const dueOf = (level: number, sources: SummaryRow[], replaces: string | null) => ({
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
      ...staleOps(db, ownerId, level + 1, await sourcesOf(db, ownerId, 'summary', [due.replaces])),
    ]
  const row: SummaryRow = { id: runtime.id('rol'), branchId, level, from, to, contextId: null, ...stored }
  return rollUpRowOps(db, ownerId, conversationId, row, sourceIds)
}

type Source = { row: SummaryRow; turnIds: string[] }

/**
 * Roll-ups of a line of turns for a bulk insert, level by level as summaries arrive: those that `dueRollUps`
 * would find, with the deterministic text that a failed model call falls back to.
 */
export class RollUpRows {
  private readonly open: Source[][] = []

  constructor(
    private readonly every: number,
    private readonly runtime: Runtime,
    private readonly countTokens: (text: string) => number,
  ) {}

  /** @returns the roll-ups completed by this summary, lowest level first. */
  add(source: Source, level = 0): Source[] {
    const waiting = [...(this.open[level] ?? []), source]
    this.open[level] = waiting.length < this.every ? waiting : []
    if (waiting.length < this.every) return []
    const made = this.roll(waiting, level + 1)
    return [made, ...this.add(made, level + 1)]
  }

  private roll(sources: Source[], level: number): Source {
    const rows = sources.map(({ row }) => row)
    const [from, to] = [rows[0]?.from ?? 0, rows.at(-1)?.to ?? 0]
    const text = rollUpExtractively(rows.map((row) => ({ ...row, summary: row.text })))
    const short = bounded({ ...text, from, to }, this.countTokens)
    const place = { id: this.runtime.id('rol'), branchId: rows.at(-1)?.branchId ?? '', level, from, to }
    const row = summaryRow({ ...place, contextId: null, status: 'extractive' }, short, this.countTokens)
    return { row, turnIds: sources.flatMap(({ turnIds }) => turnIds) }
  }
}
