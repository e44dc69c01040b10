import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import { noCalls, noSums } from '@/lib/shared/usage/usage-maths'
import { differenceRows, overlay, titlesOf } from './compare-rows'

const format = formatIn('en')
const point = (from: number, to: number, over: Partial<UsagePoint>): UsagePoint => ({
  ...{ ...noCalls(), ...noSums(), kind: 'turns', from, to, turns: to - from + 1, turn: null },
  ...{ numbers: { from, to }, again: false },
  ...{ at: '2026-03-01T08:00:00.000Z', phases: {}, sections: {}, ...over },
})
const report = (title: string, points: UsagePoint[], size = 1) =>
  ({ title, size, points, outside: [] as UsagePoint[] }) as UsageReport

const short = report('Boats', [
  point(1, 1, { inputTokens: 90, outputTokens: 10, calls: 1, prompts: 90, answers: 10, plainChat: 100 }),
  point(2, 2, { inputTokens: 180, outputTokens: 20, calls: 1, prompts: 180, answers: 20, plainChat: 300 }),
])
const long = report(
  'Boats',
  [point(1, 5, { inputTokens: 1_000, calls: 5, costMicros: 20_000, prompts: 1_000, plainChat: 1_000 })],
  5,
)

describe('two conversations compared', () => {
  it('share an axis of turn numbers; what has no turn there is no zero', () => {
    const later = report('Imported', [point(7, 7, { inputTokens: 40 })])
    const { points, values } = overlay([short, later])
    expect(points.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 2],
      [7, 7],
    ])
    expect(values).toEqual([
      [100, 200, null],
      [null, null, 40],
    ])
  })

  it('are averaged per turn where one has points of several turns', () => {
    const { points, values } = overlay([short, long])
    expect([points.length, points[0]?.from, points[0]?.to]).toEqual([1, 1, 5])
    expect(values).toEqual([[150], [200]])
  })

  it('have their differences in saving, tokens, cost and turns below', () => {
    expect(differenceRows([short, long], format)).toEqual([
      ['+100', '+25%', '300', 'free', '2'],
      ['0', '0%', '1,000', '$0.02', '5'],
      ['−100', '−25 points', '+700', '+$0.02', '+3'],
    ])
  })

  it('have no difference in cost where they cost the same', () => {
    expect(differenceRows([short, short], format).map((cells) => cells[3])).toEqual(['free', 'free', '–'])
  })

  it('differ by an unknown cost as soon as one call has no price', () => {
    const unpriced = report('B', [point(1, 1, { calls: 1, unpricedCalls: 1 })])
    const rows = differenceRows([long, unpriced], format)
    expect(rows.map((cells) => cells[3])).toEqual(['$0.02', 'no price', 'unknown'])
  })

  it('are told apart when their titles are the same', () => {
    expect(titlesOf([short, long])).toEqual(['Boats', 'Boats (2)'])
  })
})
