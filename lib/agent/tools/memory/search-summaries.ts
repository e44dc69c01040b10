import { z } from 'zod'
import { failed, memoryTool } from '@/lib/agent/tools/tool'
import { counted, feelingsOf, topicsOf } from '@/lib/memory/analyse/counts'
import { limits } from '@/lib/shared/limits'
import {
  limitArgument,
  queryArgument,
  rangeInWords,
  rangeOf,
  searched,
  searchFor,
  timeRangeArgument,
} from './searched'

export const searchSummaries = memoryTool(
  {
    name: 'search_summaries',
    aliases: ['search_archived_summaries'],
    description:
      'Finds the summaries of earlier turns and stretches that match a query, also within a time_range: how many, their main topics and feelings, then the best ones. Good for an overview of a longer time.',
    inputSchema: z.object({ query: queryArgument, time_range: timeRangeArgument, limit: limitArgument }),
  },
  async ({ query, time_range, limit }, memory) => {
    const { range, problem } = rangeOf(time_range, memory)
    if (problem) return failed(problem)
    const one = await searchFor(memory, { query, range, limit: limits.recall.hits, kinds: 'summaries' })
    const texts = one.found.passages.map(({ text }) => text)
    const shown = new Set(one.found.hits.slice(0, limit ?? memory.limit).map(({ refId }) => refId))
    const found = {
      ...one.found,
      hits: one.found.hits.slice(0, shown.size),
      passages: one.found.passages.filter(({ other }) => shown.has(other?.id ?? '')),
    }
    const lead = [
      `${texts.length} summaries match${range ? ` in ${rangeInWords(range, memory)}` : ''}, ${found.passages.length} shown.`,
      `Topics: ${counted(topicsOf(texts, query, limits.analyse.topics))}. Feelings: ${counted(feelingsOf(texts))}.`,
    ].join('\n')
    return searched(memory, [{ ...one, found }], lead)
  },
)
