import { defineTool, done } from '@/lib/agent/tools/tool'
import { decisionSchema } from '@/lib/shared/schemas'
import { DECIDING_TOOL } from '@/lib/shared/turn/finishing-tool'

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
