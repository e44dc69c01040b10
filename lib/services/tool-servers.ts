import type { ServerPlace } from '@/lib/agent/tools/servers/connect'
import { env } from '@/lib/config/env'
import { deleteSecret, readSecret } from '@/lib/db/settings'
import * as stored from '@/lib/db/tool-servers'
import { getTurn } from '@/lib/db/turns/turns'
import { allowsCommands } from '@/lib/model/reach/reach'
import { readServerToken, saveServerToken } from '@/lib/settings/secrets'
import { MnemeError, notFound } from '@/lib/shared/errors'
import {
  isAddress,
  limitsOfServers,
  type NewServer,
  type Permission,
  type ServersDto,
  type ToolUse,
} from '@/lib/shared/tool-servers'
import type { Owner, Person } from './caller'

export async function listServers({ db, ownerId }: Person): Promise<ServersDto> {
  const servers = await stored.toolServers(db, ownerId)
  const shown = servers.map(async ({ id, name, place, tools }) => ({
    ...{ id, name, place, keyLast4: (await readSecret(db, ownerId, id))?.last4 ?? null },
    tools: tools.map(({ schema: _, ...tool }) => tool),
  }))
  return { servers: await Promise.all(shown), commands: allowsCommands(env()) }
}

/** @throws MnemeError invalid, as a sentence of why the server cannot be used. */
async function toolsAt(place: ServerPlace) {
  const { listTools, serverProblem } = await import('@/lib/agent/tools/servers/connect')
  return listTools(place, AbortSignal.timeout(2 * limitsOfServers.connectMs)).catch((error: unknown) => {
    throw new MnemeError('invalid', serverProblem(error, place), 'Check the address and the token.')
  })
}

/** @throws MnemeError invalid */
function checkPlace(place: string): void {
  if (!isAddress(place) && allowsCommands(env())) return
  const url = isAddress(place) && URL.canParse(place) ? new URL(place) : null
  if (!url || url.username || url.password || url.hash)
    throw new MnemeError(
      'invalid',
      'Enter an address that starts with https:// or http://, without a user name, a password or a “#”.',
    )
}

/** Adds a server after reading its tools, which are all off. @throws MnemeError invalid, limit_reached. */
export async function addServer(person: Person, { name, place, token }: NewServer): Promise<ServersDto> {
  const { db, ownerId, runtime } = person
  checkPlace(place)
  const others = await stored.toolServers(db, ownerId)
  if (others.length >= limitsOfServers.servers)
    throw new MnemeError('limit_reached', `You have ${others.length} servers, which is the most.`)
  const tools = await toolsAt({ name, place, token: token || null })
  const server: stored.ToolServer = {
    ...{ id: runtime.id('server'), ownerId, name, place, createdAt: runtime.now() },
    tools: tools.map((tool) => ({ ...tool, use: 'off' })),
  }
  if (token) await saveServerToken(db, ownerId, server, token)
  await stored.saveServer(db, server)
  return listServers(person)
}

/** Reads a server's tools again. One that is new, or describes itself differently, is off. */
export async function refreshServer(person: Person, id: string): Promise<ServersDto> {
  const { db, ownerId } = person
  const server = (await stored.toolServers(db, ownerId)).find((one) => one.id === id)
  if (!server) throw notFound('server')
  const listed = await toolsAt({ ...server, token: await readServerToken(db, ownerId, server) })
  const wordsOf = ({ name, description, schema }: (typeof listed)[number]) =>
    JSON.stringify([name, description, schema])
  const known = new Map(server.tools.map((tool) => [wordsOf(tool), tool.use]))
  const tools = listed.map((tool) => ({ ...tool, use: known.get(wordsOf(tool)) ?? ('off' as const) }))
  await stored.saveServer(db, { ...server, tools })
  return listServers(person)
}

/** @throws MnemeError not_found, limit_reached. */
export async function chooseTool(
  person: Person,
  { id, tool: name, use }: { id: string; tool: string; use: ToolUse },
): Promise<ServersDto> {
  const { db, ownerId } = person
  const on = (await stored.toolServers(db, ownerId)).flatMap((server) =>
    server.tools.filter((tool) => tool.use !== 'off' && !(server.id === id && tool.name === name)),
  )
  if (use !== 'off' && on.length >= limitsOfServers.chosen)
    throw new MnemeError(
      'limit_reached',
      `${on.length} tools are on, which is the most: each takes room in every prompt.`,
      'Switch one off that you no longer need.',
    )
  if (!(await stored.setUse(db, ownerId, { serverId: id, name, use }))) throw notFound('tool')
  return listServers(person)
}

/** @throws MnemeError not_found. */
export async function removeServer(person: Person, id: string): Promise<ServersDto> {
  const { db, ownerId } = person
  if (!(await stored.removeServer(db, ownerId, id))) throw notFound('server')
  await deleteSecret(db, ownerId, id)
  return listServers(person)
}

/** Lets a call of a running turn go ahead, or not. @throws MnemeError not_found, conflict. */
export async function answerCall(
  { db, ownerId }: Owner,
  { turnId, callId, answer }: { turnId: string; callId: string; answer: Permission },
): Promise<null> {
  const turn = await getTurn(db, ownerId, turnId)
  if (turn.status !== 'running')
    throw new MnemeError('conflict', 'This answer has ended, so its tool is no longer waiting.')
  await stored.saveAnswer(db, turnId, callId, answer)
  return null
}
