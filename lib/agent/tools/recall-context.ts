import { recallRequestSchema } from '@/lib/shared/schemas'
import { defineTool } from './tool'

export const recallContext = defineTool(
  {
    name: 'recall_context',
    description:
      'Looks up earlier turns: turnNumbers (of this conversation) and contextIds name them, keywords (searched together) find the best matches among turns, files and summaries, in other conversations too where the person allows it. Excerpts of what was found are shown to you next. Give at least one of the three.',
    inputSchema: recallRequestSchema,
  },
  async (request, context) => {
    const { recall, text } = await context.recall(request)
    return { ok: true, result: text, recall }
  },
)
