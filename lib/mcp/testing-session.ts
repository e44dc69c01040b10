import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { testModels } from '@/lib/model/testing'
import type { Outside } from '@/lib/services/outside/outside'
import { SCOPES, type Scope } from '@/lib/shared/door'
import { answerMcp } from './server'
import { serveRequests } from './testing-mcp'

/** A person with the built-in engine, and the MCP server for one of their programs. */
export async function outsideHarness(open?: Parameters<typeof byHand>[1]) {
  const h: Hands = await byHand({}, open)
  Object.assign(h.deps, { models: testModels({ provider: 'offline', delayMs: 0 }).models })
  const whoOf = (
    ownerId = h.ownerId,
    { client = 'Claude Code', may = SCOPES }: { client?: string; may?: readonly Scope[] } = {},
    base = 'http://mneme.test',
  ): Outside => ({ ...h.caller, ownerId, tokenId: 'token_1', client, may, base })
  /** `?as=OTHER` calls for another owner, `?may=read` with a lesser token. */
  const server = await serveRequests(async (request) => {
    const { searchParams, origin, pathname } = new URL(request.url)
    if (pathname === '/api/health') return new Response('ok')
    const may = searchParams.get('may')?.split(',') as Scope[] | undefined
    return answerMcp(
      whoOf(
        searchParams.get('as') ?? h.ownerId,
        {
          client: searchParams.get('client') ?? 'Claude Code',
          ...(may ? { may } : {}),
        },
        origin,
      ),
      request,
    )
  })
  const close = async () => {
    await server.close()
    await h.close()
  }
  return { ...h, whoOf, url: `${server.url}/api/mcp`, close }
}
export type OutsideHarness = Awaited<ReturnType<typeof outsideHarness>>
