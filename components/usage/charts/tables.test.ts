import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import { noCalls, noSums, rowsOf } from '@/lib/shared/usage/usage-maths'
import { type FigureTable, memoryTable, sectionsTable, tokensTable } from './tables'

const count = fc.nat({ max: 1_000_000 })
const filled = <T extends object>(empty: T) =>
  fc.record(Object.fromEntries(Object.keys(empty).map((key) => [key, count]))) as unknown as fc.Arbitrary<T>
const point = (kind: UsagePoint['kind']): fc.Arbitrary<UsagePoint> =>
  fc
    .tuple(
      filled(noCalls()),
      filled(noSums()),
      fc.dictionary(fc.constantFrom('think', 'act', 'title'), count),
      fc.dictionary(fc.constantFrom('role', 'window', 'recalled', 'other'), count),
    )
    .map(([calls, prompts, phases, sections]) => ({
      ...calls,
      ...prompts,
      kind,
      from: 1,
      to: 1,
      turns: 1,
      numbers: { from: 1, to: 1 },
      again: false,
      turn: null,
      at: '2026-03-01T08:00:00.000Z',
      phases,
      sections,
    }))
const drawn: fc.Arbitrary<UsageReport> = fc
  .tuple(
    fc.array(point('turns'), { maxLength: 8 }),
    fc
      .subarray(['before', 'after', 'branches', 'upkeep'] as const)
      .chain((kinds) => fc.tuple(...kinds.map(point))),
  )
  .map(([points, outside]) => ({
    conversationId: 'c',
    title: '',
    turns: points.length,
    size: 1,
    versions: 0,
    oneConversation: true,
    range: null,
    period: null,
    points,
    outside,
    phases: [],
    depths: [],
    windows: [],
    models: [],
    savings: null,
  }))

/** Column sums of a table's rows, without costs. */
const sums = ({ columns, rows }: FigureTable) =>
  columns.map((_, i) => rows.reduce((sum, { cells }) => sum + Number(cells[i]), 0))
const numbers = (cells: FigureTable['total']) => cells.map(Number)

describe('the tables of the figures', () => {
  it('list rows that add up to their last line', () => {
    fc.assert(
      fc.property(drawn, (report) => {
        const tokens = tokensTable(report, ({ costMicros }) => String(costMicros))
        const sections = sectionsTable(report)
        expect(sums(sections)).toEqual(numbers(sections.total))
        expect(sums(tokens).slice(0, -1)).toEqual(numbers(tokens.total).slice(0, -1))
        expect(tokens.total.at(-3)).toBe(Object.values(tokens.sums).reduce((sum, value) => sum + value, 0))
      }),
    )
  })

  it('run along the path from what lies before it; the last line and the outside make the total', () => {
    fc.assert(
      fc.property(drawn, (report) => {
        const { rows, total } = memoryTable(report)
        const last = rows.findLast((row) => row.point.kind === 'turns' || row.point.kind === 'before')
        const beside = rows.filter((row) => ['after', 'branches', 'upkeep'].includes(row.point.kind))
        expect(
          total.map(
            (_, i) =>
              Number(last?.cells[i] ?? 0) + beside.reduce((sum, row) => sum + Number(row.cells[i]), 0),
          ),
        ).toEqual(total)
      }),
    )
  })

  it('control: a row that is left out is noticed', () => {
    const report = fc
      .sample(drawn, 50)
      .find((candidate) => rowsOf(candidate).some((row) => Object.values(row.sections).some(Boolean)))
    if (!report) throw new Error('nothing was drawn')
    const { rows, ...rest } = sectionsTable(report)
    const spent = rows.findIndex((row) => row.cells.some((cell) => Number(cell) > 0))
    expect(sums({ ...rest, rows: rows.toSpliced(spent, 1) })).not.toEqual(numbers(rest.total))
  })
})
