import { answerMcp } from '@/lib/mcp/server'
import { failed, UNCOMPRESSED } from '../failed'
import { callerOf } from '../outside'

export const dynamic = 'force-dynamic'

/** The MCP server, for programs with an access token. Every request stands alone, so there is nothing to GET. */
export async function POST(request: Request) {
  try {
    const response = await answerMcp(await callerOf(request, null), request)
    for (const [name, value] of Object.entries(UNCOMPRESSED)) response.headers.set(name, value)
    return response
  } catch (error) {
    return failed(error, request, UNCOMPRESSED)
  }
}
