import type { MemorySums, UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import { cumulative, rowsOf, totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'
import { CURVES, type CurveKey, phaseSeries, type Series, sectionSeries } from './series'

export type Cell = number | string
export type Row = { point: UsagePoint; cells: Cell[] }
/** The table of a figure. `total` is the ledger's sum. Costs are text, all else tokens or counts. */
export type FigureTable = { columns: string[]; rows: Row[]; total: Cell[] }
type Parts = Record<string, number>
/** The table of a figure of stacked parts, with their series and sums. */
export type StackTable = FigureTable & { series: Series[]; sums: Parts }
export const sumOf = (parts: Parts) => Object.values(parts).reduce((sum, value) => sum + value, 0)
/** Each part, then their sum. */
const partsOf = (parts: Parts, series: Series[]) => [
  ...series.map(({ key }) => parts[key] ?? 0),
  sumOf(parts),
]
type Costed = Pick<UsagePoint, 'phases' | 'costMicros' | 'calls' | 'unpricedCalls'>

/** Recorded tokens by phase, with calls and cost. */
export function tokensTable(report: UsageReport, cost: (of: Costed) => string): StackTable {
  const listed = rowsOf(report)
  const sums = totalsOf(listed)
  const series = phaseSeries(sums.phases)
  const cells = (of: Costed) => [...partsOf(of.phases, series), of.calls, cost(of)]
  return {
    columns: [...series.map((entry) => entry.name), 'Tokens', 'Calls', 'Cost'],
    rows: listed.map((point) => ({ point, cells: cells(point) })),
    total: cells(sums),
    series,
    sums: sums.phases,
  }
}

/** Estimated prompt tokens by section. */
export function sectionsTable(report: UsageReport): StackTable {
  const listed = rowsOf(report)
  const { sections } = totalsOf(listed)
  const series = sectionSeries(sections)
  return {
    columns: [...series.map((entry) => entry.name), 'Prompt tokens'],
    rows: listed.map((point) => ({ point, cells: partsOf(point.sections, series) })),
    total: partsOf(sections, series),
    series,
    sums: sections,
  }
}

export type CurveRow = Record<CurveKey, number>
export const curveRow = (sums: MemorySums): CurveRow => ({
  withMemory: withMemory(sums),
  plainChat: sums.plainChat,
  fullContexts: sums.fullContexts,
  windowOnly: sums.windowOnly,
  summariesOnly: sums.summariesOnly,
})

/**
 * Running sums along the path; outside rows stand alone. The last running row and the outside rows add up to
 * the total.
 */
export function memoryTable(report: UsageReport): FigureTable & { curves: CurveRow[]; sums: CurveRow } {
  const running = cumulative(report)
  const cells = (sums: MemorySums) => [
    sums.prompts,
    sums.answers,
    sums.upkeep,
    ...Object.values(curveRow(sums)),
  ]
  const runningSums = (point: UsagePoint) => running[report.points.indexOf(point)] ?? point
  const total = totalsOf(rowsOf(report))
  return {
    columns: ['Prompts', 'Answers', 'Memory’s own calls', ...Object.values(CURVES).map(({ name }) => name)],
    rows: rowsOf(report).map((point) => ({ point, cells: cells(runningSums(point)) })),
    total: cells(total),
    curves: running.map(curveRow),
    sums: curveRow(total),
  }
}
