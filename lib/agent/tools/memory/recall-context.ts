import { memoryTool } from '@/lib/agent/tools/tool'
import { recallMemory } from '@/lib/memory/recall/recall-memory'
import { recallRequestSchema } from '@/lib/shared/schemas'
import { searched } from './searched'

export const recallContext = memoryTool(
  {
    name: 'recall_context',
    description: 'Shows earlier turns by turnNumbers (of this conversation), contextIds or keywords.',
    inputSchema: recallRequestSchema,
  },
  async (request, memory) => searched(memory, [{ request, found: await recallMemory(memory, request) }]),
)
