import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Header } from '@/lib/config/access'
import type { Env } from '@/lib/config/env'
import { securityHeaders } from '@/lib/config/security-headers.mjs'
import { knownCaller } from '@/lib/services/door/admit-caller'
import { logger } from '@/lib/services/log'
import { service } from '@/lib/services/service'
import { CHALLENGE } from '@/lib/shared/door'
import { MnemeError, toFailure } from '@/lib/shared/errors'
import { once } from '@/lib/shared/once'
import { admit, LONGEST_MS, outsideOf, type Refusal } from './admission'
import { peerAddress } from './peer-address'

/**
 * The reason to turn another program away; null lets it in. Decided before any of the request's body is read.
 */
async function refusalOf(header: Header): Promise<Refusal | null> {
  try {
    const { db, runtime } = await service()
    await knownCaller(db, header, runtime.now())
    return null
  } catch (error) {
    if (!(error instanceof MnemeError))
      logger().error({ error: String((error as Error)?.stack ?? error) }, 'a token could not be checked')
    const { code, message, hint } = toFailure(error)
    return { status: code === 'unauthorised' ? 401 : 503, code, message: [message, hint].join(' ').trim() }
  }
}

const CHANNEL = 'net.server.socket'
/** Enough for 50 people behind one reverse proxy, with six browser connections each. */
const BOUNDS: Bounds & { all: number } = { open: 512, waiting: 256, headMs: 15_000, all: 2_000 }
const CLIENT_ERRORS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** JSON for routes, plain text for pages. */
function answer(request: IncomingMessage, response: ServerResponse, { status, code, message }: Refusal) {
  const isRoute = request.url?.startsWith('/api/')
  response.writeHead(status, {
    'content-type': isRoute ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(isRoute && status === 401 ? { 'www-authenticate': CHALLENGE } : {}),
  })
  // The type is for clients of OpenAI's protocol.
  const error = { code, message, type: 'invalid_request_error' }
  response.end(isRoute ? JSON.stringify({ error }) : message)
}

const tooLarge = (bytes: number): Refusal => ({
  status: 413,
  code: 'too_large',
  message: `This is larger than ${bytes / 1_000_000} MB.`,
})

/**
 * How long the rest of a body that is too large may take. Many clients read the answer only after sending it.
 */
const REST_MS = 10_000

/**
 * Counts a body of unknown length while its reader takes it. One that is over `most` fails for the reader, so
 * that nobody takes its first part for the whole, and the rest is dropped.
 */
function countBody(request: IncomingMessage, most: number, onOver: () => void) {
  const { socket } = request
  const push = request.push.bind(request)
  // The first of it may have come while the token was looked up.
  let bytes = request.readableLength
  let end: NodeJS.Timeout | undefined
  const stop = () => {
    onOver()
    end = setTimeout(() => socket.destroy(), REST_MS).unref()
    // Without this the connection would end, and with it the answer.
    request._destroy = (error, done) => done(request.listenerCount('error') > 0 ? error : null)
    request.destroy(new Error('The body is too large.'))
    socket.resume()
  }
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    bytes += chunk?.length ?? 0
    if (bytes <= most) return push(chunk, encoding)
    if (!end) stop()
    if (chunk === null) clearTimeout(end)
    return true
  }
}

/** Logged once: behind such a proxy all visitors share one address, and so one limit for wrong tokens. */
const noteProxy = (address: string): void =>
  once('unknown-proxy', () =>
    logger().warn(
      { address },
      'X-Forwarded-For is not believed. If this is your reverse proxy, add it to MNEME_TRUSTED_PROXIES',
    ),
  )

/** Checks every request before Next sees it: its size, its origin and its speed. */
class FrontDoor {
  private readonly seen = new WeakSet<Server>()
  private readonly connections: Connections

  constructor(
    private readonly env: () => Env,
    private readonly bounds = BOUNDS,
    private readonly judge = admit,
    private readonly unknown = refusalOf,
  ) {
    this.connections = new Connections(bounds)
  }

  /** Called for every new connection of this process; only those of HTTP servers matter. */
  readonly onConnection = (socket: Socket) => {
    const { server } = socket as Socket & { server?: unknown }
    if (!(server instanceof Server)) return
    if (!this.seen.has(server)) this.standBefore(server)
    this.connections.add(socket)
  }

  private standBefore(server: Server) {
    this.seen.add(server)
    server.maxConnections = this.bounds.all
    server.headersTimeout = this.bounds.headMs
    server.requestTimeout = LONGEST_MS
    // Node would answer these by itself, and hand upgrades, which only development uses, past the door.
    Object.assign(server, { requireHostHeader: false })
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      if (this.admits(request, response)) response.writeHead(417).end()
    })
    if (this.env().NODE_ENV !== 'development') server.removeAllListeners('upgrade')
    const inside = server.listeners('request')
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const enter = (unknown: Refusal | null) => {
        if (this.admits(request, response, unknown))
          for (const listener of inside) listener.call(server, request, response)
      }
      const header = outsideOf(request)
      if (header) void this.unknown(header).then(enter)
      else enter(null)
    })
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      if (!socket.writable || socket.bytesWritten > 0) return socket.destroy()
      const status = CLIENT_ERRORS[error.code ?? ''] ?? 400
      const lines = this.headers().map(([name, value]) => `${name}: ${value}`)
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'connection: close', '', '']
      socket.end(head.join('\r\n'), () => socket.destroy())
    })
  }

  private headers = () => securityHeaders(null, this.env().NODE_ENV === 'development')

  private admits(request: IncomingMessage, response: ServerResponse, unknown: Refusal | null = null) {
    const { socket, headers } = request
    this.connections.settle(socket)
    for (const [name, value] of this.headers()) response.setHeader(name, value)
    const { refusal, bodyMs, known, mostBytes } = this.judge(this.env(), request, unknown)
    this.limitBody(request, bodyMs, known)
    if (mostBytes)
      countBody(request, mostBytes, () => {
        if (!response.headersSent) answer(request, response, tooLarge(mostBytes))
      })
    // From here on the header contains one address, which the client did not choose.
    const forwardedFor = headers['x-forwarded-for']?.toString()
    const address = peerAddress(this.env().MNEME_TRUSTED_PROXIES, socket.remoteAddress, forwardedFor)
    headers['x-forwarded-for'] = address
    if (forwardedFor && socket.remoteAddress?.endsWith(address)) noteProxy(address)
    if (refusal) answer(request, response, refusal)
    return refusal === null
  }

  /** Ends the connection if the body has not arrived within `ms`. */
  private limitBody(request: IncomingMessage, ms: number, known: boolean) {
    const { socket } = request
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding']
    if (!hasBody) return
    if (!known) this.connections.wait(socket, ms)
    const timer = setTimeout(() => request.complete || socket.destroy(), ms).unref()
    const arrived = () => {
      clearTimeout(timer)
      if (!known) this.connections.settle(socket)
    }
    request.once('end', arrived)
    request.once('close', arrived)
  }
}

/**
 * Puts the front door before every HTTP server of this process, including those that Next keeps private.
 * @returns a function that removes it.
 */
export function openFrontDoor(...options: ConstructorParameters<typeof FrontDoor>): () => void {
  const door = new FrontDoor(...options)
  const onConnection = (message: unknown) => door.onConnection((message as { socket: Socket }).socket)
  subscribe(CHANNEL, onConnection)
  return () => void unsubscribe(CHANNEL, onConnection)
}

export type Bounds = {
  /** Open connections per address. */
  open: number
  /** Of these, connections without a complete request head. */
  waiting: number
  /** How long the first request's head may take. */
  headMs: number
}

/** Counts connections per address, and ends surplus ones and those too slow to send a request. */
export class Connections {
  private readonly open = new Map<string, Set<Socket>>()
  private readonly waiting = new Map<Socket, NodeJS.Timeout>()

  constructor(private readonly bounds: Bounds) {}

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const same = this.open.get(address) ?? new Set<Socket>()
    this.open.set(address, same.add(socket))
    socket.once('close', () => {
      this.settle(socket)
      same.delete(socket)
      if (same.size === 0) this.open.delete(address)
    })
    if (same.size > this.bounds.open) {
      socket.destroy()
      return
    }
    // The oldest waiting connection makes room: an honest request would be complete by now.
    const silent = [...same].filter((other) => this.waiting.has(other))
    if (silent.length >= this.bounds.waiting) silent[0]?.destroy()
    this.wait(socket, this.bounds.headMs)
  }

  /** Limits how long a stranger's connection may take; `settle` cancels the limit. */
  wait(socket: Socket, ms: number): void {
    this.settle(socket)
    this.waiting.set(socket, setTimeout(() => socket.destroy(), ms).unref())
  }

  settle(socket: Socket): void {
    clearTimeout(this.waiting.get(socket))
    this.waiting.delete(socket)
  }
}
