import {
  type CallToolResult,
  Client,
  type jsonSchemaValidator,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { env } from '@/lib/config/env'
import { allowsCommands, reachOfTyped } from '@/lib/model/reach/reach'
import { fetchWithin, refusedAddress } from '@/lib/model/reach/reach-fetch'
import { storableJson, storableText } from '@/lib/shared/storable'
import { isAddress, limitsOfServers, listedToolSchema } from '@/lib/shared/tool-servers'
import { truncated } from '@/lib/shared/truncated'

/** `place` = an address or a command. */
export type ServerPlace = { name: string; place: string; token: string | null }
export type Times = { connectMs: number; callMs: number }

type Fetch = typeof globalThis.fetch

/** A `fetch` whose answers fail beyond the limit, whatever their length says. */
const capped =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const { body, status, statusText, headers } = await fetch(input, init)
    let bytes = 0
    const counted = body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          bytes += chunk.byteLength
          if (bytes > limitsOfServers.answerBytes) out.error(new Error('too large'))
          else out.enqueue(chunk)
        },
      }),
    )
    return new Response(counted ?? null, { status, statusText, headers })
  }

/** The words of a command line, without a shell: quotes group words, nothing else is special. */
export const commandWords = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((word) => word[1] ?? word[2] ?? word[3] ?? '')

const NEVER_AGAIN = {
  maxRetries: 0,
  initialReconnectionDelay: 0,
  maxReconnectionDelay: 0,
  reconnectionDelayGrowFactor: 1,
}

/** The error code of a request whose stream ended without an answer. Servers use negative codes. */
const CUT_OFF = 1
/** Fails a request at once when the server dies while answering. Without this it waits for its timeout. */
function failingWhenCut(transport: StreamableHTTPClientTransport): Transport {
  const send = transport.send.bind(transport)
  transport.send = (message, options) =>
    send(message, {
      ...options,
      // This also runs after a complete answer; the client then ignores the message.
      onRequestStreamEnd: () => {
        if ('id' in message && message.id !== undefined)
          transport.onmessage?.({
            jsonrpc: '2.0',
            id: message.id,
            error: { code: CUT_OFF, message: 'cut off' },
          })
      },
    })
  return transport
}

function transportOf({ place, token }: ServerPlace): Transport {
  if (isAddress(place))
    return failingWhenCut(
      new StreamableHTTPClientTransport(new URL(place), {
        fetch: capped(fetchWithin(reachOfTyped(env(), place))),
        // A server could keep a client reconnecting for ever.
        reconnectionOptions: NEVER_AGAIN,
        requestInit: token ? { headers: { Authorization: `Bearer ${token}` } } : {},
      }),
    )
  if (!allowsCommands(env())) throw new Error('commands are not allowed here')
  const [command = '', ...args] = commandWords(place)
  return new StdioClientTransport({
    ...{ command, args, env: getDefaultEnvironment(), stderr: 'ignore' },
    maxBufferSize: limitsOfServers.answerBytes,
  })
}

/** Results are shown as text, so a server's own schemas, which may be hostile, are never run. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

/**
 * Connects to a server within a time. It can only list and call tools: nothing is announced that it could ask
 * of us. @throws for `serverProblem`.
 */
export async function connect(server: ServerPlace, signal: AbortSignal, times: Times = limitsOfServers) {
  const { connectMs: timeoutMs } = times
  const client = new Client(
    { name: 'mneme', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs } }, jsonSchemaValidator: UNCHECKED },
  )
  try {
    await client.connect(transportOf(server), { signal, timeout: timeoutMs })
    return client
  } catch (error) {
    await client.close().catch(() => {})
    throw error
  }
}

/** Masks a server's token in what it says, plain or escaped as in JSON. */
export const withoutToken = (text: string, { token }: ServerPlace) =>
  token ? text.replaceAll(token, '[token]').replaceAll(JSON.stringify(token).slice(1, -1), '[token]') : text

export function resultText({ content, structuredContent }: CallToolResult, server: ServerPlace): string {
  const parts = content.map((part) => {
    if (part.type === 'text') return part.text
    if (part.type === 'resource_link') return `${part.name}: ${part.uri}`
    if (part.type === 'resource' && 'text' in part.resource) return part.resource.text
    return `[${part.type}, which Mneme does not read]`
  })
  const text = parts.join('\n').trim()
  const data = text || structuredContent === undefined ? text : JSON.stringify(structuredContent)
  return truncated(withoutToken(data, server) || 'The tool returned nothing.', limitsOfServers.resultChars)
}

const MOST_SAID = 500

/** Why a server did not do what it was asked, as a sentence. */
export function serverProblem(error: unknown, server: ServerPlace): string {
  const { name, token } = server
  const refused = refusedAddress(error)
  if (refused) return refused.message
  if (error instanceof SdkHttpError && [401, 403].includes(error.status))
    return `${name} wants ${token ? 'another' : 'a'} token.`
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return `${name} did not answer in time.`
  if (error instanceof ProtocolError && error.code !== CUT_OFF)
    return `${name} refused: ${withoutToken(error.message, server).slice(0, MOST_SAID)}`
  return `${name} did not answer properly. It may be offline.`
}

/**
 * The tools of a server, as it describes them now. Those without a usable name or with a schema that would
 * fill the prompt are left out. @throws for `serverProblem`.
 */
export async function listTools(server: ServerPlace, signal: AbortSignal, times?: Times) {
  const { listed, descriptionChars, schemaChars, connectMs } = limitsOfServers
  const client = await connect(server, signal, times)
  try {
    const { tools } = await client.listTools(undefined, { signal, timeout: times?.connectMs ?? connectMs })
    const read = tools.flatMap(({ name, description = '', inputSchema }) => {
      const schema = storableJson(inputSchema)
      const words = withoutToken(storableText(description), server)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, descriptionChars)
      const tool = listedToolSchema.safeParse({ name, description: words, schema })
      return tool.success && JSON.stringify(schema).length <= schemaChars ? [tool.data] : []
    })
    return [...new Map(read.map((tool) => [tool.name, tool])).values()].slice(0, listed)
  } finally {
    await client.close()
  }
}
