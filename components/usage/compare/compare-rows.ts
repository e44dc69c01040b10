import { branches } from '@/components/ui/words/branch-words'
import { costWords } from '@/components/ui/words/cost-words'
import type { Format } from '@/components/ui/words/use-format'
import { UNTITLED } from '@/lib/shared/untitled'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import { noCalls, noSums, rowsOf, savingOf, totalsOf } from '@/lib/shared/usage/usage-maths'
import { branchedTurns, ranTurns } from '../usage-words'

const FIRST = '1970-01-01T00:00:00.000Z'

/**
 * Tokens per turn of several conversations on one axis of turn numbers. Where one has points of several
 * turns, all have, and a value is the average of its turns; null = the conversation has no turn there.
 */
export function overlay(reports: readonly UsageReport[]): {
  points: UsagePoint[]
  values: (number | null)[][]
} {
  const size = Math.max(1, ...reports.map((report) => report.size))
  const placeOf = (point: UsagePoint) => Math.floor((point.from - 1) / size)
  const all = reports.flatMap((report) => report.points)
  const last = Math.max(0, ...all.map((point) => point.to))
  const places = [...new Set(all.map(placeOf))].sort((a, b) => a - b)
  const points = places.map((place): UsagePoint => {
    const [from, to] = [place * size + 1, Math.min(last, (place + 1) * size)]
    const at = all.find((point) => placeOf(point) === place)?.at ?? FIRST
    const span = { kind: 'turns' as const, from, to, turns: to - from + 1, turn: null, at }
    const named = { numbers: { from, to }, again: false }
    return { ...noCalls(), ...noSums(), ...span, ...named, phases: {}, sections: {} }
  })
  const values = reports.map((report) =>
    places.map((place) => {
      const own = report.points.filter((point) => placeOf(point) === place)
      const sum = (of: (point: UsagePoint) => number) => own.reduce((total, point) => total + of(point), 0)
      return own.length
        ? Math.round(sum((point) => point.inputTokens + point.outputTokens) / sum((point) => point.turns))
        : null
    }),
  )
  return { points, values }
}

/** The titles of two conversations, made distinct. */
export function titlesOf(reports: readonly UsageReport[]): string[] {
  const titles = reports.map(({ title }) => title || UNTITLED)
  return titles.map((title, i) => (titles.indexOf(title) < i ? `${title} (2)` : title))
}

export const DIFFERENCE_COLUMNS = ['Conversation', 'Saved', 'of plain chat', 'Tokens', 'Cost', 'Turns']

const signed = (value: number, words: (size: number) => string) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${words(Math.abs(value))}`

/** The sums of each conversation, then the second minus the first. */
export function differenceRows(reports: readonly UsageReport[], format: Format): string[][] {
  const sums = reports.map((report) => {
    const totals = totalsOf(rowsOf(report))
    const tokens = totals.inputTokens + totals.outputTokens
    const ran = ranTurns(report)
    return { ...totals, saving: savingOf(totals, 'plainChat'), tokens, ran, branched: branchedTurns(report) }
  })
  const rows = sums.map((one) => [
    signed(one.saving.tokens, format.tokens),
    signed(one.saving.share, format.percent),
    format.tokens(one.tokens),
    costWords(one, format),
    one.branched
      ? `${format.number(one.ran)}, ${format.number(one.branched)} on ${branches(one.branched)}`
      : format.number(one.ran),
  ])
  const [a, b] = sums
  if (!a || !b) return rows
  const priced = a.unpricedCalls + b.unpricedCalls === 0
  const costlier = b.costMicros - a.costMicros
  const points = Math.round(b.saving.share * 100) - Math.round(a.saving.share * 100)
  return [
    ...rows,
    [
      signed(b.saving.tokens - a.saving.tokens, format.tokens),
      signed(points, (value) => format.plural(value, 'point')),
      signed(b.tokens - a.tokens, format.tokens),
      priced ? (costlier === 0 ? '–' : signed(costlier, format.money)) : 'unknown',
      signed(b.ran - a.ran, format.number),
    ],
  ]
}
