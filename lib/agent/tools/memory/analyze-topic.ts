import { z } from 'zod'
import type { Searched } from '@/lib/agent/tools/tool'
import { contextsRecalling } from '@/lib/db/memory/recalls'
import { relevantFacts } from '@/lib/memory/facts/relevant'
import { limits } from '@/lib/shared/limits'
import { factsText, factsWithin } from './lookup-facts'
import { queryArgument, rangeLine, searched, searchFor, timedTool, timeRangeArgument } from './searched'

const { memories, summaries, neighbours } = limits.topic

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
    const others: Promise<Searched>[] = [
      searchFor(memory, { ...about, title: 'Summaries', limit: summaries, kinds: 'summaries' }),
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
