import { sourcesOfSummaries } from '@/lib/db/memory/outside'
import { counted, feelingsOf, topicsOf } from '@/lib/memory/analyse/counts'
import { queryOf } from '@/lib/memory/recall/recall-memory'
import { summariesFound } from '@/lib/memory/recall/recall-others'
import { asksForFeelings } from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import { rangeInWords, searchArguments, searched, searchFor, timedTool } from './searched'

export const searchSummaries = timedTool(
  {
    name: 'search_summaries',
    aliases: ['search_archived_summaries'],
    description:
      'Finds the summaries of earlier turns and stretches that match a query, also within a time_range: how many, their main topics and feelings, then the best ones. Good for an overview of a longer time.',
    inputSchema: searchArguments,
  },
  async ({ query, limit }, memory, range) => {
    const one = await searchFor(memory, {
      ...(asksForFeelings(query) ? {} : { query }),
      range,
      limit,
      kinds: 'summaries',
    })
    const { db, ownerId } = memory
    const all = await summariesFound(db, ownerId, queryOf(memory, one.request), limits.analyse.summaries)
    const texts = all.map(({ entry }) => entry.text)
    const least = texts.length < limits.analyse.summaries ? '' : 'At least '
    const count = texts.length === 1 ? '1 summary matches' : `${least}${texts.length} summaries match`
    const lead = [
      `${count}${range ? ` in ${rangeInWords(range, memory)}` : ''}, ${one.found.hits.length} shown.`,
      `Topics: ${counted(topicsOf(texts, query, limits.analyse.topics))}. Feelings: ${counted(feelingsOf(texts))}.`,
    ].join('\n')
    const end = searched(memory, [one], lead)
    const read = all.map(({ entry }) => ({ kind: 'summary', id: entry.refId }) as const)
    const ids = read.map(({ id }) => id)
    return {
      ...end,
      sources: [...(end.sources ?? []), ...read],
      outside: (await sourcesOfSummaries(db, ownerId, ids)).size > 0,
    }
  },
)
