import { z } from 'zod'
import { decisionSchema } from '@/lib/shared/schemas'
import { DECIDING_TOOL, FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { defineTool, done, failed } from './tool'

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

export const continueThinking = defineTool(
  {
    name: DECIDING_TOOL,
    description:
      'Ends a round of thinking: true = another round on nextFocus, false = answer now; reason says why in one sentence that the person reads.',
    inputSchema: decisionSchema,
  },
  // Thinking reads the decision from the call itself.
  () => done('The round has ended.'),
)
