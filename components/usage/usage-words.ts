import { isReflective } from '@/lib/shared/turn/depth'
import type { DepthUsage, UsagePoint, UsageReport, WindowUsage } from '@/lib/shared/usage/usage'
import { rowsOf } from '@/lib/shared/usage/usage-maths'
import type { Format } from '../ui/words/use-format'

/** Turns that called a model or will: all but imported ones. */
export const ranTurns = (report: Pick<UsageReport, 'points' | 'outside'>): number =>
  rowsOf(report).reduce((sum, { kind, turns }) => sum + (kind === 'imported' ? 0 : turns), 0)

type Point = Pick<UsagePoint, 'kind' | 'from' | 'to' | 'turns'>

/**
 * "Turn 12", "Turns 41–60", "Other branches (3 turns)", "Imported (500 turns)", "Upkeep outside turns". Over
 * all conversations, positions are not turn numbers.
 */
export function pointName(point: Point, all: boolean, format: Format): string {
  const turns = format.plural(point.turns, 'turn')
  if (point.kind === 'branches') return `Other branches (${turns})`
  if (point.kind === 'imported') return `Imported (${turns})`
  if (point.kind === 'upkeep') return 'Upkeep outside turns'
  const [from, to] = [format.number(point.from), format.number(point.to)]
  const range = from === to ? `Turn ${all ? 'no. ' : ''}${from}` : `Turns ${from}–${to}`
  if (point.kind === 'before') return `Before: ${range.toLowerCase()}`
  return point.kind === 'after' ? `After: ${range.toLowerCase()}` : range
}

/** What share of the turns thought in rounds, and of the tokens they used. */
export function reflectiveWords(depths: readonly DepthUsage[], format: Format): string {
  const sum = (of: readonly DepthUsage[], value: (depth: DepthUsage) => number) =>
    of.reduce((total, depth) => total + value(depth), 0)
  const reflective = depths.filter(({ depth }) => isReflective(depth))
  const [some, all] = [reflective, depths].map((of) => ({
    turns: sum(of, ({ turns }) => turns),
    tokens: sum(of, ({ inputTokens, outputTokens }) => inputTokens + outputTokens),
  })) as [Share, Share]
  const cost = sum(reflective, ({ costMicros }) => costMicros)
  const priced = cost > 0 ? `, for ${format.cost(cost)}` : ''
  return `${format.number(some.turns)} of ${format.plural(all.turns, 'turn')} thought in rounds (${format.percent(some.turns / all.turns)}) and used ${format.percent(some.tokens / Math.max(1, all.tokens))} of the tokens${priced}.`
}
/** How many of these reached the step limit and, if some did, when to change it. Empty without such turns. */
export function stepLimitWords(depths: readonly DepthUsage[], format: Format): string {
  if (!depths.some(({ depth }) => isReflective(depth))) return ''
  const capped = depths.reduce((sum, depth) => sum + depth.capped, 0)
  if (capped === 0) return 'None reached the step limit.'
  const advice =
    'Raise “Steps” in Settings if their answers are incomplete; lower it if answers take too long or cost too much.'
  return `${format.number(capped)} of them reached the step limit. ${advice}`
}
type Share = { turns: number; tokens: number }

/** "5 turns", "All earlier turns". */
export const windowName = (size: WindowUsage['size'], format: Format): string =>
  size === 'full' ? 'All earlier turns' : format.plural(size, 'turn')

/** Averages and shares of a size; a dash where no turn counts. */
export function windowCells(window: WindowUsage, format: Format): string[] {
  const { turns, tokens, earlier, counted, judged, succeeded, completed, ms } = window
  const average = (sum: number, count: number) => (count ? format.number(Math.round(sum / count)) : '–')
  return [
    format.number(turns),
    average(earlier, counted),
    average(tokens, turns),
    judged ? `${format.percent(succeeded / judged)} of ${format.number(judged)}` : '–',
    completed ? format.duration(Math.round(ms / completed)) : '–',
  ]
}
