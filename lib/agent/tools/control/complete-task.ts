import { z } from 'zod'
import { defineTool, failed } from '@/lib/agent/tools/tool'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'

export const completeTask = defineTool(
  {
    name: FINISHING_TOOL,
    description: 'Ends the turn with the whole answer, in Markdown.',
    inputSchema: z.object({ answer: z.string() }),
  },
  ({ answer }) =>
    answer.trim()
      ? { ok: true, result: 'The task is complete.', answer }
      : failed('The answer is empty. Call complete_task again with the answer.'),
)
