import { z } from 'zod'
import { failed, memoryTool } from '@/lib/agent/tools/tool'
import { idSchema } from '@/lib/shared/schemas'
import {
  limitArgument,
  queryArgument,
  rangeInWords,
  rangeOf,
  searched,
  searchFor,
  timeRangeArgument,
} from './searched'

export const searchMemories = memoryTool(
  {
    name: 'search_memories',
    aliases: ['search_specific_memories'],
    description:
      'Finds the earlier turns that match a query best, also within a time_range ("last March") or one conversation (its id). Excerpts with date and speaker are shown to you next.',
    inputSchema: z.object({
      query: queryArgument,
      time_range: timeRangeArgument,
      conversation: idSchema.optional(),
      limit: limitArgument,
    }),
  },
  async ({ query, time_range, conversation, limit }, memory) => {
    const { range, problem } = rangeOf(time_range, memory)
    if (problem) return failed(problem)
    const one = await searchFor(memory, {
      query,
      range,
      limit,
      kinds: 'turns',
      ...(conversation === undefined ? {} : { conversationId: conversation }),
    })
    return searched(memory, [one], range ? `Searched ${rangeInWords(range, memory)}.` : '')
  },
)
