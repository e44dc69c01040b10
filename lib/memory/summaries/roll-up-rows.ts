import type { SummaryRow } from '@/lib/db/memory/summary-row'
import { rollUpExtractively } from '@/lib/heuristics/roll-up'
import type { Runtime } from '@/lib/shared/runtime'
import { bounded, summaryRow } from './summary-text'

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
