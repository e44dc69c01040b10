import { ensureUser } from '@/lib/db/users'
import { answerMcp } from '@/lib/mcp/server'
import { admitCaller } from '@/lib/services/door/admit-caller'
import { noteCall } from '@/lib/services/door/call-log'
import { logger } from '@/lib/services/log'
import { service } from '@/lib/services/service'
import { baseOf } from '../base-of'
import { failed } from '../failed'

export const dynamic = 'force-dynamic'
/** Not compressed: sending a few kilobytes is faster than compressing them. */
const HEADERS = { 'cache-control': 'private, no-store, no-transform' }

/** The MCP server, for programs with an access token. Every request stands alone, so there is nothing to GET. */
export async function POST(request: Request) {
  try {
    const running = await service()
    const { db, runtime } = running
    const caller = await admitCaller(running, request.headers, null)
    await ensureUser(db, caller.ownerId, runtime.now())
    const response = await answerMcp(
      {
        who: { ...running, ...caller, base: baseOf(request) },
        note: ({ tool, ids }) => noteCall(caller, { tool, ids, count: ids.length }, runtime.now()),
        log: (message, fields) => logger().warn(fields, message),
      },
      request,
    )
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value)
    return response
  } catch (error) {
    return failed(error, request, HEADERS)
  }
}
