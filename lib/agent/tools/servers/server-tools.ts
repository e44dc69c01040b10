import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { type ServerTool, setUse, type ToolServer, toolUse } from '@/lib/db/tool-servers'
import { readServerToken } from '@/lib/settings/secrets'
import { getOrMake } from '@/lib/shared/group-by'
import { limitsOfServers, outsideName } from '@/lib/shared/tool-servers'
import { toolNamed } from '../registry'
import { failed, type Tool, type ToolContext, type ToolEnd } from '../tool'
import type { Times } from './connect'

/** Loaded with the first call: most turns have none. */
const mcp = () => import('./connect')

type Scope = { db: Db; ownerId: string; signal: AbortSignal; times?: Times }
export type ServerTools = { tools: readonly Tool[]; close(): Promise<void> }
/** For a turn that is offered no outside tools. */
export const NO_TOOLS: ServerTools = { tools: [], close: async () => {} }

const NOT_ALLOWED = 'The person did not allow this call. Do not repeat it; answer without it.'
const NOT_ANSWERED = 'The person did not say whether this call is allowed, so it was not made.'
const IS_OFF = 'The person switched this tool off.'

/**
 * The chosen tools of a person's servers, for one turn. Their results are text from outside. A server is
 * connected when it is first called, and again after it failed.
 */
export function serverTools(scope: Scope, servers: readonly ToolServer[]): ServerTools {
  const { db, ownerId, signal, times = limitsOfServers } = scope
  const connected = new Map<string, Promise<Client>>()
  const call = async (server: ToolServer, name: string, args: unknown): Promise<ToolEnd> => {
    const place = { ...server, token: await readServerToken(db, ownerId, server) }
    const { connect, serverProblem, resultText } = await mcp()
    const connection = getOrMake(connected, server.id, () => connect(place, signal, times))
    try {
      const client = await connection
      const request = { name, arguments: args as Record<string, unknown> }
      const result = await client.callTool(request, { signal, timeout: times.callMs })
      return fromOutside(!result.isError, resultText(result, place))
    } catch (error) {
      connected.delete(server.id)
      void close(connection)
      return fromOutside(false, serverProblem(error, place))
    }
  }
  const tools: Tool[] = []
  for (const server of servers)
    for (const tool of server.tools.filter(({ use }) => use !== 'off'))
      tools.push(toolOf(scope, server, tool, freeName(tools, outsideName(server.name, tool.name)), call))
  return {
    tools: tools.slice(0, limitsOfServers.chosen),
    close: async () => void (await Promise.all([...connected.values()].map(close))),
  }
}
const close = (client: Promise<Client>) => client.then((open) => open.close()).catch(() => {})

const fromOutside = (ok: boolean, result: string): ToolEnd => ({ ok, result, outside: true })

function freeName(taken: readonly Tool[], wanted: string): string {
  let name = wanted
  for (let i = 2; toolNamed(taken, name); i++) name = `${wanted}_${i}`
  return name
}

type Call = (server: ToolServer, name: string, args: unknown) => Promise<ToolEnd>
const toolOf = (
  { db, ownerId }: Scope,
  server: ToolServer,
  { name, description, schema }: ServerTool,
  called: string,
  call: Call,
): Tool => ({
  // The server checks the arguments; the model reads its description of them.
  spec: {
    name: called,
    description: `From ${server.name}, outside Mneme: ${description || name}`,
    inputSchema: z.looseObject({}).meta(parametersIn(schema)),
  },
  async run(args, { ask }: ToolContext) {
    const use = await toolUse(db, server.id, name)
    if (use === 'off') return failed(IS_OFF)
    if (use === 'ask') {
      const answer = (await ask?.({ server: server.name, tool: name, args })) ?? null
      if (answer === null) return failed(NOT_ANSWERED)
      if (answer === 'never') return failed(NOT_ALLOWED)
      if (answer === 'always') await setUse(db, ownerId, { serverId: server.id, name, use: 'always' })
    }
    return call(server, name, args)
  },
})

/** The parts of a JSON Schema that describe arguments. */
const parametersIn = ({ properties, required, $defs, definitions }: Record<string, unknown>) => ({
  ...(properties ? { properties } : {}),
  ...(required ? { required } : {}),
  ...($defs ? { $defs } : {}),
  // Where drafts before 2019 keep what `$ref` names; a name that leads nowhere is refused by services.
  ...(definitions ? { definitions } : {}),
})
