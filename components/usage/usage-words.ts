import type { UsagePoint, UsageReport } from '@/lib/shared/usage'
import { rowsOf } from '@/lib/shared/usage-maths'
import type { Format } from '../ui/use-format'

/** Turns that called a model or will: all but imported ones. */
export const ranTurns = (report: Pick<UsageReport, 'points' | 'outside'>): number =>
  rowsOf(report).reduce((sum, { kind, turns }) => sum + (kind === 'imported' ? 0 : turns), 0)

/**
 * "Turn 12", "Turns 41–60", "Other branches (3 turns)", "Imported (500 turns)". Over all conversations,
 * positions are not turn numbers.
 */
export function pointName(
  point: Pick<UsagePoint, 'kind' | 'from' | 'to' | 'turns'>,
  all: boolean,
  format: Format,
): string {
  if (point.kind === 'branches') return `Other branches (${format.plural(point.turns, 'turn')})`
  if (point.kind === 'imported') return `Imported (${format.plural(point.turns, 'turn')})`
  const range =
    point.from === point.to
      ? `Turn ${format.number(point.from)}`
      : `Turns ${format.number(point.from)}–${format.number(point.to)}`
  const named = all && point.from === point.to ? `Turn no. ${format.number(point.from)}` : range
  return point.kind === 'before'
    ? `Before: ${named.toLowerCase()}`
    : point.kind === 'after'
      ? `After: ${named.toLowerCase()}`
      : named
}
