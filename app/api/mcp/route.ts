import { answerMcp } from '@/lib/mcp/server'
import { noteCall } from '@/lib/services/door/call-log'
import { logger } from '@/lib/services/log'
import { failed, UNCOMPRESSED } from '../failed'
import { callerOf } from '../outside'

export const dynamic = 'force-dynamic'

/** The MCP server, for programs with an access token. Every request stands alone, so there is nothing to GET. */
export async function POST(request: Request) {
  try {
    const who = await callerOf(request, null)
    const response = await answerMcp(
      {
        who,
        note: ({ tool, ids }) => noteCall(who, { tool, ids, count: ids.length }, who.runtime.now()),
        log: (message, fields) => logger().warn(fields, message),
      },
      request,
    )
    for (const [name, value] of Object.entries(UNCOMPRESSED)) response.headers.set(name, value)
    return response
  } catch (error) {
    return failed(error, request, UNCOMPRESSED)
  }
}
