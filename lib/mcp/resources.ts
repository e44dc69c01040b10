import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { fetchMemory } from '@/lib/services/outside/fetch'
import { MnemeError } from '@/lib/shared/errors'
import { OUTSIDE_KINDS } from '@/lib/shared/memory/outside'
import type { Session } from './tool'

/** `mneme://turn/ID` and so on: what `fetch` returns. */
export function addResources(server: McpServer, { who, note }: Session): void {
  for (const kind of OUTSIDE_KINDS)
    server.registerResource(
      kind,
      // A file's id holds its path.
      new ResourceTemplate(`mneme://${kind}/{+id}`, { list: undefined }),
      { title: `A ${kind} of the person’s memory`, mimeType: 'text/plain' },
      async (uri) => {
        const id = `${kind}:${decodeURIComponent(uri.pathname.slice(1))}`
        try {
          const { result, ids } = await fetchMemory(who, { id })
          note({ tool: 'resource', ids })
          return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: result.text }] }
        } catch (error) {
          note({ tool: 'resource', ids: [] })
          if (error instanceof MnemeError) throw new ResourceNotFoundError(uri.href)
          throw error
        }
      },
    )
}
