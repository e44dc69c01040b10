import { defineTool, done } from '@/lib/agent/tools/tool'
import { decisionSchema } from '@/lib/shared/schemas'

export const continueThinking = defineTool(
  {
    name: 'continue_thinking',
    description:
      'Ends a round of thinking: true = another round on nextFocus, false = answer now; reason says why in one sentence that the person reads.',
    inputSchema: decisionSchema,
  },
  // Thinking reads the decision from the call itself.
  () => done('The round has ended.'),
)
