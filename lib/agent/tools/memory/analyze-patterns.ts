import { z } from 'zod'
import { failed } from '@/lib/agent/tools/tool'
import { asksForFeelings } from '@/lib/heuristics/feelings'
import { counted, type Pattern, patternOf } from '@/lib/memory/analyse/pattern'
import type { MemoryContext } from '@/lib/memory/recall/memory-context'
import { limits } from '@/lib/shared/limits'
import type { TimeRange } from '@/lib/shared/time/time-range'
import {
  queryArgument,
  rangeInWords,
  rangeOf,
  searched,
  searchFor,
  timedTool,
  timeRangeArgument,
} from './searched'

const percent = (part: number, whole: number) => `${Math.round((1000 * part) / Math.max(1, whole)) / 10}%`

/** Up to this difference, the tone counts as steady. */
const STEADY = 0.25
const trendInWords = (trend: number | null) => {
  if (trend === null) return 'too few turns show a feeling for a trend'
  return Math.abs(trend) < STEADY
    ? 'the tone stays about the same'
    : `the tone gets ${trend > 0 ? 'warmer' : 'heavier'}`
}

function inWords(
  pattern: Pattern,
  topic: string | null,
  range: TimeRange | null,
  memory: MemoryContext,
): string {
  const { turns, of, capped, first, last, over, topics, feelings, trend } = pattern
  const head = `${topic === null ? 'All turns' : `"${topic}"`}${range ? `, ${rangeInWords(range, memory)}` : ''}`
  if (turns === 0) return `${head}: not mentioned in ${of} turns.`
  const share = topic === null ? `${turns} turns` : `${turns} of ${of} turns (${percent(turns, of)})`
  return [
    capped
      ? `${head}: at least ${share}; the counts below are of these.`
      : `${head}: ${share}, first ${first}, last ${last}.`,
    `Turns over time: ${counted(over)}.`,
    `Topics in the latest of them: ${counted(topics)}.`,
    `Feelings in the latest of them: ${counted(feelings)}; ${trendInWords(trend)}.`,
  ].join('\n')
}

export const analyzePatterns = timedTool(
  {
    name: 'analyze_patterns',
    aliases: ['analyze_conversation_patterns'],
    description:
      'Counts how often a topic (or anything) came up and when, with what, and the feelings shown; compare_to is a second time_range.',
    inputSchema: z.object({
      topic: queryArgument.optional(),
      time_range: timeRangeArgument,
      compare_to: z.string().max(limits.recall.keywordChars).optional(),
    }),
  },
  async ({ topic: named = '', compare_to }, memory, range) => {
    const topic = !named || asksForFeelings(named) ? null : named
    const other = rangeOf(compare_to, memory)
    if (other.problem) return failed(other.problem)
    const ranges = [range, ...(other.range ? [other.range] : [])]
    const patterns = await Promise.all(ranges.map((range) => patternOf(memory, topic, range)))
    const lead = patterns.map((pattern, i) => inWords(pattern, topic, ranges[i] ?? null, memory)).join('\n\n')
    const query = topic ?? patterns.flatMap(({ topics }) => topics.map(([word]) => word)).join(' ')
    const strongest = query
      ? await Promise.all(ranges.map((range) => searchFor(memory, { query, range, kinds: 'turns' })))
      : []
    const end = searched(memory, strongest, lead)
    return {
      ...end,
      // The counts were read from these turns, so they go with them.
      sources: [
        ...(end.sources ?? []),
        ...patterns.flatMap(({ read }) => read.map((id) => ({ kind: 'turn', id }) as const)),
      ],
      outside: patterns.some(({ outside }) => outside),
    }
  },
)
