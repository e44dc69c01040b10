import { defineTool, done } from '@/lib/agent/tools/tool'
import { decisionSchema } from '@/lib/shared/schemas'

export const continueThinking = defineTool(
  {
    name: 'continue_thinking',
    description:
      'Ends this round of thinking with a decision: continueThinking true = another round, on nextFocus; false = act now. reason says why, in one sentence that the person reads. Call it once in every round.',
    inputSchema: decisionSchema,
  },
  // Thinking reads the decision from the call itself.
  () => done('The round has ended.'),
)
