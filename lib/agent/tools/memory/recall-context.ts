import { memoryTool } from '@/lib/agent/tools/tool'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import { recallRequestSchema } from '@/lib/shared/schemas'
import { searched } from './searched'

export const recallContext = memoryTool(
  {
    name: 'recall_context',
    description:
      'Looks up earlier turns: turnNumbers (of this conversation) and contextIds name them, keywords (searched together) find the best matches among turns, files and summaries, in other conversations too where the person allows it. Excerpts of what was found are shown to you next. Give at least one of the three.',
    inputSchema: recallRequestSchema,
  },
  async (request, memory) => searched(memory, [{ request, found: await recallMemory(memory, request) }]),
)
