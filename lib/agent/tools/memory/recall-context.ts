import { memoryTool } from '@/lib/agent/tools/tool'
import { recallMemory, recallText, sceneOf, sourcesOf } from '@/lib/memory/recall/recall-memory'
import { recallRequestSchema } from '@/lib/shared/schemas'

export const recallContext = memoryTool(
  {
    name: 'recall_context',
    description:
      'Looks up earlier turns: turnNumbers (of this conversation) and contextIds name them, keywords (searched together) find the best matches among turns, files and summaries, in other conversations too where the person allows it. Excerpts of what was found are shown to you next. Give at least one of the three.',
    inputSchema: recallRequestSchema,
  },
  async (request, memory) => {
    const found = await recallMemory(memory, request)
    return {
      ok: true,
      result: recallText(found, found.passages, sceneOf(memory)),
      sources: found.passages.flatMap(sourcesOf),
      recalled: { request, found },
    }
  },
)
