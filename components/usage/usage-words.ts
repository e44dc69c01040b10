import { isReflective } from '@/lib/shared/turn/depth'
import type { PAST_PHASES, Phase } from '@/lib/shared/turn/events'
import type { DepthUsage, UsagePoint, UsageReport, WindowUsage } from '@/lib/shared/usage/usage'
import { breakEven } from '@/lib/shared/usage/usage-maths'
import type { Format } from '../ui/words/use-format'

type Point = Pick<UsagePoint, 'from' | 'to' | 'numbers' | 'again'>

/** "Message 12, another attempt", "Messages 41–60"; `all` = over conversations: "12th message". */
export function pointName({ numbers, again, ...place }: Point, all: boolean, format: Format): string {
  const [from, to] = [place.from, place.to].map(format.ordinal)
  if (all) return from === to ? `${to} message` : `${from} to ${to} message`
  const [first, last] = [numbers.from, numbers.to].map(format.number)
  return first === last ? `Message ${first}${again ? ', another attempt' : ''}` : `Messages ${first}–${last}`
}

/** Where a chart has no room for names: "Message 1", then "50"; by place "1st message", then "50th". */
export function axisName(point: Point, isFirst: boolean, all: boolean, format: Format): string {
  const { from, to } = all ? point : point.numbers
  const at = isFirst ? from : to
  if (all) return `${format.ordinal(at)}${isFirst ? ' message' : ''}`
  return `${isFirst ? 'Message ' : ''}${format.number(at)}${point.again ? ' again' : ''}`
}

export const datedName = (point: UsagePoint, all: boolean, format: Format): string =>
  `${pointName(point, all, format)} · ${format.exact(new Date(point.at))}`

/** "ahead in total since message 27": from where on the curve of memory stays below that of plain chat; '' = nowhere. */
export function aheadWords(report: UsageReport, format: Format): string {
  // The curves of a period begin in the middle.
  const point = report.period ? undefined : report.points[breakEven(report.points)]
  if (!point) return ''
  const about = report.size > 1 ? 'about ' : ''
  const name = report.oneConversation
    ? `message ${format.number(point.numbers.to)}${point.again ? ', another attempt' : ''}`
    : `the ${format.ordinal(point.to)} message`
  return `ahead in total since ${about}${name}`
}

/** What share of the turns thought in rounds, and of the tokens they used. */
export function reflectiveWords(depths: readonly DepthUsage[], format: Format): string {
  const some = sumsOf(depths.filter(({ depth }) => isReflective(depth)))
  const all = sumsOf(depths)
  const priced = some.cost > 0 ? `, for ${format.cost(some.cost)}` : ''
  return `${format.number(some.turns)} of ${format.plural(all.turns, 'message')} thought in rounds (${format.percent(some.turns / all.turns)}) and used ${format.percent(some.tokens / Math.max(1, all.tokens))} of the tokens${priced}.`
}
function sumsOf(depths: readonly DepthUsage[]) {
  const sums = { turns: 0, tokens: 0, cost: 0 }
  for (const { turns, inputTokens, outputTokens, costMicros } of depths) {
    sums.turns += turns
    sums.tokens += inputTokens + outputTokens
    sums.cost += costMicros
  }
  return sums
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

/** "5 messages", "All earlier messages". */
export const windowName = (size: WindowUsage['size'], format: Format): string =>
  size === 'full' ? 'All earlier messages' : format.plural(size, 'message')

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

const NAMES: Record<Phase | (typeof PAST_PHASES)[number], string> = {
  classify: 'Classification',
  think: 'Thinking',
  act: 'Answer',
  notes: 'Notes',
  summarise: 'Summary',
  'roll-up': 'Roll-up',
  title: 'Title',
  topics: 'Topics',
  embed: 'Embedding',
  facts: 'Facts',
  judge: 'Verdict',
  distil: 'Lessons',
  reflect: 'Reflection',
  curate: 'Curation',
  contradiction: 'Comparison',
}
export const phaseName = (phase: string) => (phase in NAMES ? NAMES[phase as keyof typeof NAMES] : phase)
