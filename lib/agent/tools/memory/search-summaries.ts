import { z } from 'zod'
import { failed, type MemorySearched } from '@/lib/agent/tools/tool'
import { sourcesOf } from '@/lib/db/forget/derived'
import { sourcesOfSummaries } from '@/lib/db/memory/outside'
import { contextsRecalling } from '@/lib/db/memory/recalls'
import { textsById } from '@/lib/db/turns/turn-texts'
import { asksForFeelings, feelingsIn } from '@/lib/heuristics/feelings'
import { asksMemory } from '@/lib/heuristics/question'
import {
  counted,
  feelingsOf,
  type Pattern,
  patternOf,
  rarityIn,
  topicsOf,
} from '@/lib/memory/analyse/pattern'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { recallQueryOf } from '@/lib/memory/recall/recall-memory'
import { type Other, summariesFound } from '@/lib/memory/recall/recall-others'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { limits } from '@/lib/shared/limits'
import type { TimeRange } from '@/lib/shared/time/time-range'
import { factsText, factsWithin } from './lookup-facts'
import {
  queryArgument,
  rangeInWords,
  rangeLine,
  rangeOf,
  requestFor,
  searchArguments,
  searched,
  searchFor,
  timedTool,
  timeRangeArgument,
} from './searched'

const { summaries: MOST, turns: READ } = limits.analyse

export const searchSummaries = timedTool(
  {
    name: 'search_summaries',
    aliases: ['search_archived_summaries'],
    description:
      'Finds summaries of earlier turns on a query, with their topics and feelings: an overview of a longer time.',
    inputSchema: searchArguments,
  },
  async ({ query, limit }, memory, range) => {
    const { db, ownerId } = memory
    const isOfFeelings = asksForFeelings(query)
    const sought = { range, kinds: 'summaries' } as const
    const find = (query?: string) =>
      summariesFound({ db, ownerId, ...recallQueryOf(memory, requestFor({ ...sought, query })) }, MOST)
    const named = isOfFeelings ? [] : await find(query)
    // If no summary has the words, all summaries of that time are used.
    const read = named.length ? named : await find()
    const turns = await turnsBehind(memory, read)
    const feeling = turns.filter(({ all }) => feelingsIn(all).length > 0)
    const ids = new Set(feeling.map(({ id }) => id))
    const feels = ({ entry }: Other) =>
      ids.has(entry.turnId ?? '') || (!isOfOneTurn(entry) && feelingsIn(entry.text).length > 0)
    const matching = isOfFeelings ? read.filter(feels) : named
    const counts = isOfFeelings && feeling.length ? feeling : turns
    const feelings = feelingsOf(counts.map(({ all }) => all))
    const said = counts.map(({ userText }) => userText)
    const topics = topicsOf(said, query, await rarityIn(db, ownerId))
    const best = isOfFeelings ? feelings.map(([name]) => name).join(' ') : named.length ? query : ''
    const one = await searchFor(memory, { ...sought, query: best, limit })
    const time = range ? ` in ${rangeInWords(range, memory)}` : ''
    const least = read.length < MOST ? '' : 'At least '
    const count = matching.length === 1 ? '1 summary matches' : `${least}${matching.length} summaries match`
    const lead = [
      matching.length || read.length === 0
        ? `${count}${time}, ${one.found.hits.length} shown.`
        : `No summary${time} matches "${query}"; ${read.length} of other things.`,
      `Topics: ${counted(topics)}. Feelings: ${counted(feelings)}.`,
    ].join('\n')
    const end = searched(memory, [one], lead)
    const summaries = read.map(({ entry }) => entry.refId)
    return {
      ...end,
      // The counts were read from these, so they go with them.
      sources: [
        ...(end.sources ?? []),
        ...summaries.map((id) => ({ kind: 'summary', id }) as const),
        ...turns.map(({ id }) => ({ kind: 'turn', id }) as const),
      ],
      outside: (await sourcesOfSummaries(db, ownerId, summaries)).size > 0,
    }
  },
)

const isOfOneTurn = ({ fromNumber, turnNumber }: Other['entry']) => fromNumber === turnNumber

/** What the person said in the turns of these summaries; `all` = with what a summary says of that turn. */
async function turnsBehind({ db, ownerId }: MemoryContext, summaries: readonly Other[]) {
  const own = new Map(
    summaries.flatMap(({ entry }) =>
      entry.turnId && isOfOneTurn(entry) ? [[entry.turnId, entry.text]] : [],
    ),
  )
  const summaryIds = summaries.map(({ entry }) => entry.refId)
  const behind = await sourcesOf(db, ownerId, 'summary', summaryIds)
  const ids = [...new Set([...own.keys(), ...behind])].slice(0, READ)
  return (await textsById(db, ownerId, ids)).flatMap(({ id, userText }) =>
    asksMemory(userText) ? [] : { id, userText, all: `${userText}\n${own.get(id) ?? ''}` },
  )
}

const percent = (part: number, whole: number) => `${Math.round((1000 * part) / Math.max(1, whole)) / 10}%`

/** Up to this difference, the tone counts as steady. */
const STEADY = 0.25
const trendInWords = (trend: number | null) => {
  if (trend === null) return 'too few turns show a feeling for a trend'
  return Math.abs(trend) < STEADY
    ? 'the tone stays about the same'
    : `the tone gets ${trend > 0 ? 'warmer' : 'heavier'}`
}

function inWords(pattern: Pattern, topic: string | null, range: TimeRange | null, memory: MemoryContext) {
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

const { memories, summaries: summarised, neighbours } = limits.topic

export const analyzeTopic = timedTool(
  {
    name: 'analyze_topic',
    description: 'Everything memory holds on a topic: facts, turns, summaries.',
    inputSchema: z.object({ topic: queryArgument, time_range: timeRangeArgument }),
  },
  async ({ topic }, memory, range) => {
    const about = { query: topic, range }
    const turns = await searchFor(memory, { ...about, title: 'Turns', limit: memories, kinds: 'turns' })
    const ids = turns.found.hits.flatMap(({ turnId }) => turnId ?? [])
    const { db, ownerId, scope } = memory
    const within = scope.reach === 'owner' ? null : (scope.conversation?.id ?? '')
    // A later turn that recalled them may lie outside the range.
    const contextIds = range ? [] : await contextsRecalling(db, ownerId, ids, neighbours, within)
    const others: Promise<MemorySearched>[] = [
      searchFor(memory, { ...about, title: 'Summaries', limit: summarised, kinds: 'summaries' }),
      ...(contextIds.length
        ? [searchFor(memory, { contextIds, title: 'Turns that recalled these', limit: neighbours })]
        : []),
    ]
    const sections = [turns, ...(await Promise.all(others))]
    const facts = relevantFacts(await factsWithin(memory, range), topic)
    const known = facts.length ? factsText(facts, memory) : { text: '', sources: [], found: [] }
    const lead = [rangeLine(range, memory), known.text].filter(Boolean).join('\n\n')
    const end = searched(memory, sections, lead)
    return { ...end, found: known.found ?? [], sources: [...known.sources, ...(end.sources ?? [])] }
  },
)
