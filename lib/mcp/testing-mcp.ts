import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** An HTTP server around a handler of requests, as Next gives them to a route. */
export async function serveRequests(answer: (request: Request) => Promise<Response>) {
  const server = http.createServer(async (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const headers = new Headers(
      Object.entries(incoming.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      signal: gone.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
    } as RequestInit)
    const response = await answer(request).catch((error) => new Response(String(error), { status: 500 }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body)
      Readable.fromWeb(response.body as WebStream)
        .on('error', () => outgoing.destroy())
        .pipe(outgoing)
    else outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, close }
}

export const ERAS = ['modern', 'legacy'] as const
export type Era = (typeof ERAS)[number]
/** `confirm` = what the person answers where the client asks them; absent = it cannot ask. */
type Options = { era: Era; confirm?: boolean; headers?: Record<string, string> }

/** A client of the official SDK, in one of the two protocols. */
export function clientOf({ era, confirm }: Pick<Options, 'era' | 'confirm'>): {
  client: Client
  asked: string[]
} {
  const asked: string[] = []
  const client = new Client(
    { name: 'tester', version: '1.0.0' },
    {
      ...(confirm === undefined ? {} : { capabilities: { elicitation: {} } }),
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (confirm !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { forget: confirm } }
    })
  return { client, asked }
}

export async function connected(url: string, { headers = {}, ...options }: Options) {
  const { client, asked } = clientOf(options)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  // From now on the client checks every result against its schema.
  await client.listTools()
  return { client, asked }
}

/** What a tool returned: its structured content, its text, and whether it failed. */
export async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as { type: string; text?: string }[]
  return {
    // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every tool
    data: (result.structuredContent ?? {}) as any,
    text: content.map(({ text = '' }) => text).join('\n'),
    failed: result.isError === true,
  }
}
