import type { Redaction, RedactionType } from '@/lib/heuristics/redact/redact'
import type { Labelled } from './sets'

export type Counts = { labelled: number; found: number; right: number; caught: number }
export const noCounts = (): Counts => ({ labelled: 0, found: 0, right: 0, caught: 0 })

/** Whether at least half of a place is covered by places of its type, however many. */
function isCovered(place: Redaction, others: readonly Redaction[]): boolean {
  const covered = others
    .filter(({ type }) => type === place.type)
    .reduce((sum, { start, end }) => {
      return sum + Math.max(0, Math.min(end, place.end) - Math.max(start, place.start))
    }, 0)
  return covered * 2 >= place.end - place.start
}

/** Places by type: how many are labelled and caught, how many found and right. */
export function countsOf(
  set: readonly Labelled[],
  find: (text: string) => readonly Redaction[],
): Map<RedactionType, Counts> {
  const counts = new Map<RedactionType, Counts>()
  const of = (type: RedactionType) => {
    const own = counts.get(type) ?? noCounts()
    counts.set(type, own)
    return own
  }
  for (const { text, spans } of set) {
    const found = find(text)
    for (const span of spans) {
      of(span.type).labelled++
      if (isCovered(span, found)) of(span.type).caught++
    }
    for (const place of found) {
      of(place.type).found++
      if (isCovered(place, spans)) of(place.type).right++
    }
  }
  return counts
}

export function measuresOf({ labelled, found, right, caught }: Counts) {
  const precision = found ? right / found : 0
  const recall = labelled ? caught / labelled : 0
  const f1 = precision + recall ? (2 * precision * recall) / (precision + recall) : 0
  const short = (value: number) => Math.round(value * 1_000) / 1_000
  return { n: labelled, precision: short(precision), recall: short(recall), f1: short(f1) }
}

export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, one) => ({
      labelled: sum.labelled + one.labelled,
      found: sum.found + one.found,
      right: sum.right + one.right,
      caught: sum.caught + one.caught,
    }),
    noCounts(),
  )
