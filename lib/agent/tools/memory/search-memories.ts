import { idSchema } from '@/lib/shared/schemas'
import { rangeLine, searchArguments, searched, searchFor, timedTool } from './searched'

export const searchMemories = timedTool(
  {
    name: 'search_memories',
    aliases: ['search_specific_memories'],
    description: 'Finds the earlier turns that match a query best, in all conversations or that of an id.',
    inputSchema: searchArguments.extend({ conversation: idSchema.optional() }),
  },
  async ({ query, conversation, limit }, memory, range) => {
    const one = await searchFor(memory, {
      query,
      range,
      limit,
      kinds: 'turns',
      ...(conversation === undefined
        ? {}
        : { conversationId: memory.labels?.turnOf?.(conversation)?.conversationId ?? conversation }),
    })
    return searched(memory, [one], rangeLine(range, memory))
  },
)
