import { isReflective } from '@/lib/shared/turn/depth'
import type { DepthUsage, UsagePoint, UsageReport, WindowUsage } from '@/lib/shared/usage/usage'
import { rowsOf } from '@/lib/shared/usage/usage-maths'
import { branches, ofThemOnBranches } from '../ui/words/branch-words'
import type { Format } from '../ui/words/use-format'

/** Turns that called a model or will: all but imported ones. */
export const ranTurns = (report: Pick<UsageReport, 'points' | 'outside'>): number =>
  rowsOf(report).reduce((sum, { kind, turns }) => sum + (kind === 'imported' ? 0 : turns), 0)

type Point = Pick<UsagePoint, 'kind' | 'from' | 'to' | 'turns' | 'numbers' | 'again'>

/**
 * "Turn 12", "Turn 12, another attempt", "Turns 41–60", "Other branches (3 turns)", "Imported (500 turns)",
 * "Memory’s own calls". `all` = over several conversations, where turns are named by their place in time:
 * "12th turn".
 */
export function pointName(point: Point, all: boolean, format: Format): string {
  const turns = format.plural(point.turns, 'turn')
  if (point.kind === 'branches') return `Other branches (${turns})`
  if (point.kind === 'imported') return `Imported (${turns})`
  if (point.kind === 'upkeep') return 'Memory’s own calls'
  const range = all ? placesName(point, format) : numbersName(point, format)
  if (point.kind === 'before') return `Before: ${range.toLowerCase()}`
  return point.kind === 'after' ? `After: ${range.toLowerCase()}` : range
}

function numbersName({ numbers, again }: Point, format: Format): string {
  const [from, to] = [format.number(numbers.from), format.number(numbers.to)]
  return from === to ? `Turn ${from}${again ? ', another attempt' : ''}` : `Turns ${from}–${to}`
}
const placesName = ({ from, to }: Point, format: Format) =>
  from === to ? `${format.ordinal(to)} turn` : `${format.ordinal(from)} to ${format.ordinal(to)} turn`

/** Where a chart has no room for names: "Turn 1", then "50"; by place "1st turn", then "50th". */
export function axisName(point: Point, isFirst: boolean, all: boolean, format: Format): string {
  const { from, to } = all ? point : point.numbers
  const at = isFirst ? from : to
  if (all) return `${format.ordinal(at)}${isFirst ? ' turn' : ''}`
  return `${isFirst ? 'Turn ' : ''}${format.number(at)}${point.again ? ' again' : ''}`
}

/** One point for several neighbours, to name them together. */
export function spanOf(points: readonly UsagePoint[]): Point | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const numbers = {
    from: Math.min(...points.map((point) => point.numbers.from)),
    to: Math.max(...points.map((point) => point.numbers.to)),
  }
  return { ...first, to: last.to, numbers, again: points.length === 1 && first.again }
}

/** "Turn 12 · 3 Mar 2026, 14:05": the time of its first turn. */
export const datedName = (point: Point & Pick<UsagePoint, 'at'>, all: boolean, format: Format): string =>
  `${pointName(point, all, format)} · ${format.exact(new Date(point.at))}`

/** Turns on other branches than the one shown, which a conversation does not count. */
export const branchedTurns = ({ outside, versions }: Pick<UsageReport, 'outside' | 'versions'>): number =>
  versions + outside.reduce((sum, { kind, turns }) => sum + (kind === 'branches' ? turns : 0), 0)

/** "41 turns, 1 of them on another branch": a conversation shows one fewer. */
export function turnsWords(report: Pick<UsageReport, 'points' | 'outside' | 'versions'>, format: Format) {
  const branched = branchedTurns(report)
  const all = format.plural(ranTurns(report), 'turn')
  return branched ? `${all}, ${ofThemOnBranches(branched, format)}` : all
}
/** Below a table that counts turns; '' where all are on the branch shown. */
export function branchNote(report: Pick<UsageReport, 'outside' | 'versions'>, format: Format): string {
  const branched = branchedTurns(report)
  return branched ? `Counted here too: ${format.plural(branched, 'turn')} on ${branches(branched)}.` : ''
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
  const { turns, tokens, earlier, counted, judged, succeeded, timed, ms } = window
  const average = (sum: number, count: number) => (count ? format.number(Math.round(sum / count)) : '–')
  return [
    format.number(turns),
    average(earlier, counted),
    average(tokens, turns),
    judged ? `${format.percent(succeeded / judged)} of ${format.number(judged)}` : '–',
    timed ? format.duration(Math.round(ms / timed)) : '–',
  ]
}
