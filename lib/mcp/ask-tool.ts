import type { ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Answered, ask } from '@/lib/services/outside/ask'
import { askArgs } from '@/lib/shared/memory/outside'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { type McpTool, toolOf } from './tool'

const text = z.string()

/** Tells a client that waits which round the turn is in. Nothing is sent to one that did not ask. */
function progressOf({ mcpReq }: ServerContext): (event: TurnEvent | null) => void {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  return (event) => {
    if (progressToken === undefined || event?.type !== 'step-started') return
    progress += 1
    const params = { progressToken, progress, message: `Step ${progress}` }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** Closing the stream stops the turn. */
export const askTool: McpTool = toolOf(
  {
    name: 'ask',
    description: 'Asks Mneme’s own agent, which thinks, recalls and answers. It may take a minute.',
    ...{ scope: 'chat', input: askArgs },
    output: z.object({ answer: text, conversation_id: text, turn_id: text, url: text }),
    text: ({ answer }: Answered) => answer,
  },
  (who, args, context) => ask(who, args, { signal: context.mcpReq.signal, onEvent: progressOf(context) }),
)
