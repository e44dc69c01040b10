import {
  createMcpHandler,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { noteCall } from '@/lib/services/door/call-log'
import { logger } from '@/lib/services/log'
import { changesInWords, contextFor } from '@/lib/services/outside/context'
import { fetchMemory } from '@/lib/services/outside/fetch'
import type { Outside } from '@/lib/services/outside/outside'
import { recallFor } from '@/lib/services/outside/recall'
import { MnemeError } from '@/lib/shared/errors'
import { OUTSIDE_KINDS, recallArgs } from '@/lib/shared/memory/outside'
import { textSchema } from '@/lib/shared/text'
import { CAPABILITIES, INSTRUCTIONS, SERVER } from './about.mjs'
import type { McpTool } from './tool'
import { FURTHER, USUAL } from './tools'

const saying = (...texts: string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: texts.join('\n\n') } }],
})

function addPrompts(server: McpServer, who: Outside): void {
  server.registerPrompt(
    'continue',
    {
      title: 'Continue where I left off',
      description: 'What is going on, and what was said on a topic.',
      argsSchema: z.object({ topic: textSchema(200).optional() }),
    },
    async ({ topic }) => {
      const { result } = await contextFor(who)
      const recalled = topic ? await recallFor(who, recallArgs.parse({ query: topic })) : null
      noteCall(who, 'continue', recalled?.ids ?? [])
      const on = topic ? ` on ${JSON.stringify(topic)}` : ''
      return saying(
        `Continue where I left off${on}. This is quoted from my memory:`,
        ...[result.text, recalled?.result.text ?? ''].filter(Boolean),
      )
    },
  )
  server.registerPrompt(
    'what-changed',
    {
      title: 'What changed',
      description: 'Facts that began or ended, and what was said, since a time.',
      argsSchema: z.object({ since: textSchema(80).default('last 7 days') }),
    },
    async ({ since }) => {
      const text = await changesInWords(who, since)
      noteCall(who, 'what-changed', [])
      return saying(`What changed since ${JSON.stringify(since)}? This is quoted from my memory:`, text)
    },
  )
}

/** `mneme://turn/ID` and so on: what `fetch` returns. */
function addResources(server: McpServer, who: Outside): void {
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
          noteCall(who, 'resource', ids)
          return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: result.text }] }
        } catch (error) {
          noteCall(who, 'resource', [])
          if (error instanceof MnemeError) throw new ResourceNotFoundError(uri.href)
          throw error
        }
      },
    )
}

/** Bodies that a client may send, as the front door allows. */
const BODY_BYTES = 1_000_000
/** Elements of one call's arguments: 50 messages have 200. */
const MOST_ELEMENTS = 1_000

/** The server of one request. A tool that the token does not allow is not listed. */
export function serverFor(who: Outside, all: boolean): McpServer {
  const { may } = who
  const options = {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    maxToolInputElements: MOST_ELEMENTS,
  }
  const server = new McpServer(SERVER, options)
  for (const tool of all ? [...USUAL, ...FURTHER] : USUAL) {
    const registered = addTool(server, tool, who)
    if (!may.includes(tool.scope)) registered.disable()
  }
  if (may.includes('read')) {
    addResources(server, who)
    addPrompts(server, who)
  }
  return server
}

const addTool = (server: McpServer, tool: McpTool, who: Outside) =>
  server.registerTool(
    tool.name,
    {
      description: tool.description,
      inputSchema: tool.input,
      outputSchema: tool.output,
      annotations: { readOnlyHint: tool.reads ?? false, destructiveHint: tool.destroys ?? false },
    },
    (args, context) => tool.run(who, args as never, context),
  )

/** Answers one request over HTTP, in the new protocol and the older handshakes, without a session. */
export const answerMcp = (who: Outside, request: Request): Promise<Response> =>
  createMcpHandler(() => serverFor(who, new URL(request.url).searchParams.get('tools') === 'all'), {
    maxRequestBodySize: BODY_BYTES,
    onerror: ({ message }) => logger().warn({ error: message }, 'a request to the MCP server was refused'),
  }).fetch(request)
