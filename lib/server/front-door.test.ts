import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { type Env, parseEnv } from '@/lib/config/env'
import { logger } from '@/lib/services/log'
import { forgetOnce } from '@/lib/shared/once'
import { admit, type Refusal } from './admission'
import { openFrontDoor } from './front-door'

const envOf = (source: Record<string, string>): Env => {
  const parsed = parseEnv(source)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.env
}
const TOKEN = 'a-token-for-the-tests'
const local = envOf({})
const shared = envOf({ MNEME_ACCESS_TOKEN: TOKEN })
const cookie = `theme=dark; ${ACCESS_COOKIE}=${cookieFor(shared, TOKEN)}`
const BOUNDS = { open: 100, waiting: 50, headMs: 30_000, all: 200 }

/** Lets one token in. */
const KEY = 'Bearer mneme_of_the_tests'
const TOKENS = async (header: (name: string) => string | null): Promise<Refusal | null> =>
  header('authorization') === KEY
    ? null
    : { status: 401, code: 'unauthorised', message: 'This token is not valid.' }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Seen = {
  url: string | undefined
  bytes: number
  from: string | undefined
  whole: boolean
  error?: string
}
/** A server behind the front door that counts what passes. */
async function opened(env: Env, bounds = BOUNDS, judge = admit, unknown = TOKENS) {
  const seen: Seen[] = []
  closing.push(openFrontDoor(() => env, bounds, judge, unknown))
  const server = http.createServer((request, response) => {
    const from = request.headers['x-forwarded-for']?.toString()
    const came: Seen = { url: request.url, bytes: 0, from, whole: false }
    seen.push(came)
    request.on('error', (error) => {
      came.error = error.message
    })
    request.on('data', (chunk: Buffer) => {
      came.bytes += chunk.length
    })
    request.on('end', () => {
      came.whole = true
      response.end('inside')
    })
  })
  // As Next does.
  server.on('upgrade', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }
  const connect = () => net.connect(port, '127.0.0.1').on('error', () => {})
  /** Sends raw text and reads until the connection ends or a response head has arrived. */
  const raw = async (text: string) => {
    const socket = connect()
    socket.write(text)
    let answer = ''
    for await (const chunk of socket) {
      answer += String(chunk)
      if (answer.includes('\r\n\r\n')) break
    }
    return answer
  }
  /** The head of a POST whose body never arrives. */
  const post = (path: string, headers: Record<string, string | number>) => {
    const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}`)
    return raw(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  }
  return { server, port, seen, own, raw, post, connect }
}
const statusOf = (answer: string) => Number(answer.split(' ', 2)[1])
const SECURITY = ['content-security-policy', 'x-content-type-options', 'cross-origin-resource-policy']
const missing = (answer: string) => SECURITY.filter((name) => !answer.toLowerCase().includes(`\r\n${name}: `))

describe('a body', () => {
  it('over the limit of its address is refused by its length, before a byte is read', async () => {
    const { post, seen } = await opened(local)
    const length = (bytes: number) => ({ 'content-length': bytes })
    expect(statusOf(await post('/', length(20_000_000)))).toBe(413)
    expect(statusOf(await post('/c/x', length(1_150_001)))).toBe(413)
    expect(statusOf(await post('/api/search', length(2_000_000)))).toBe(413)
    expect(statusOf(await post('/api/files', length(30_000_000)))).toBe(413)
    expect(seen).toEqual([])
  })

  it('of a stranger may hold a token and no more', async () => {
    const { post, seen } = await opened(shared)
    const answers = await Promise.all(
      ['/', '/access', '/api/files', '/api/import'].map((path) =>
        post(path, { 'content-length': 20_000_000 }),
      ),
    )
    expect(answers.map(statusOf)).toEqual([401, 401, 401, 401])
    expect(answers[2]).toContain('Enter the access token first.')
    expect(statusOf(await post('/', { cookie: `${cookie}x`, 'content-length': 1_000_000 }))).toBe(401)
    expect(seen).toEqual([])
  })

  it('of a known length comes through, and one of unknown length does not', async () => {
    const { port, own, post, seen } = await opened(shared)
    const sent = async (path: string, bytes: number, headers: Record<string, string>) => {
      const request = http.request({ port, path, method: 'POST', headers: { ...own, ...headers } })
      request.end(Buffer.alloc(bytes))
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      response.resume()
      return response.statusCode
    }
    expect(await sent('/access', 1_000, {})).toBe(200)
    expect(await sent('/', 1_000_000, { cookie })).toBe(200)
    expect(await sent('/api/files', 5_000_000, { cookie })).toBe(200)
    expect(await sent('/api/import', 5_000_000, { cookie })).toBe(200)
    expect(seen.map(({ bytes }) => bytes)).toEqual([1_000, 1_000_000, 5_000_000, 5_000_000])
    expect(statusOf(await post('/', { cookie, 'transfer-encoding': 'chunked' }))).toBe(411)
  })

  it('has an hour for an import alone', async () => {
    const { server, connect } = await opened(local)
    await once(connect(), 'connect')
    await expect.poll(() => server.requestTimeout).toBe(3_600_000)
    const msOf = (env: Env, path: string) => {
      const headers = { host: '127.0.0.1', origin: 'http://127.0.0.1', 'content-length': '9' }
      return admit(env, { method: 'POST', url: path, headers } as http.IncomingMessage).bodyMs
    }
    const paths = ['/api/import', '/api/files', '/', '/api/import/x']
    expect(paths.map((path) => msOf(local, path))).toEqual([3_600_000, 600_000, 60_000, 60_000])
    expect(paths.map((path) => msOf(shared, path))).toEqual([10_000, 10_000, 10_000, 10_000])
  })

  it('that does not come in time ends its connection', async () => {
    for (const known of [true, false]) {
      const { own, connect } = await opened(local, BOUNDS, () => ({ refusal: null, bodyMs: 30, known }))
      const socket = connect()
      socket.write(`POST / HTTP/1.1\r\nhost: ${own.host}\r\ncontent-length: 9\r\n\r\nabc`)
      await once(socket, 'close')
    }
  })
})

describe('another program', () => {
  const program = (host: string, more: Record<string, string | number> = {}) => ({
    ...{ host, authorization: KEY },
    ...more,
  })
  /** Sends a body in chunks until an answer comes. @returns the answer. */
  async function chunked(
    at: Awaited<ReturnType<typeof opened>>,
    path: string,
    bytes: number,
    headers: Record<string, string>,
  ) {
    const { host } = at.own
    const request = http.request({ port: at.port, path, method: 'POST', headers: { host, ...headers } })
    request.on('error', () => {})
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    const pieces = Array.from({ length: Math.ceil(bytes / 100_000) }, (_, i) =>
      Buffer.alloc(Math.min(100_000, bytes - i * 100_000)),
    )
    Readable.from(pieces).pipe(request)
    const [response] = await answered
    let body = ''
    for await (const chunk of response) body += String(chunk)
    return { status: response.statusCode, body }
  }

  it('comes in with a token, without Origin or cookie, where no page does', async () => {
    for (const env of [local, shared]) {
      const at = await opened(env)
      const ask = (headers: Record<string, string | number>, path = '/api/mcp') =>
        at.raw(
          [`GET ${path} HTTP/1.1`, ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
            '\r\n',
          ),
        )
      const { host, origin } = at.own
      expect(statusOf(await ask(program(host)))).toBe(200)
      expect(statusOf(await ask(program(host), '/api/v1/models'))).toBe(200)
      const inside = at.seen.length
      const answers = [
        await ask({ host }),
        await ask(program(host, { authorization: `${KEY}x` })),
        await ask(program(host, { origin: 'http://evil.example' })),
        await ask(program(host, { cookie })),
        await ask({ host, origin, cookie }),
        await ask(program('evil.example')),
        await ask({ host, 'sec-fetch-site': 'cross-site' }),
      ]
      expect(answers.map(statusOf)).toEqual([401, 401, 403, 403, 403, 421, 403])
      expect(answers[0]).toMatch(/www-authenticate: Bearer realm="Mneme"/i)
      expect(answers[1]).toContain('"code":"unauthorised","message":"This token is not valid."')
      expect(answers.flatMap(missing)).toEqual([])
      expect(at.seen).toHaveLength(inside)
    }
    // Its token opens nothing that is a person's.
    const { raw, own, post } = await opened(shared)
    const large = { authorization: KEY, 'content-length': 1_000_000 }
    expect(statusOf(await post('/api/files', large))).toBe(401)
    expect(statusOf(await raw(`POST / HTTP/1.1\r\nhost: ${own.host}\r\nauthorization: ${KEY}\r\n\r\n`))).toBe(
      403,
    )
  })

  it('sends 1 MB of memory and 20 MB of chat, judged by length before a byte is read', async () => {
    const { raw, own, seen } = await opened(shared)
    const post = (path: string, bytes: number, authorization = KEY) =>
      raw(
        `POST ${path} HTTP/1.1\r\nhost: ${own.host}\r\nauthorization: ${authorization}\r\ncontent-length: ${bytes}\r\n\r\n`,
      )
    const statuses = [
      await post('/api/mcp', 1_000_001),
      await post('/api/v1/memory/events', 1_000_001),
      await post('/api/v1/chat/completions', 20_000_001),
      await post('/api/v1/responses', 20_000_001),
      await post('/api/mcp', 10, 'Bearer no'),
    ].map(statusOf)
    expect(statuses).toEqual([413, 413, 413, 413, 401])
    expect(seen).toEqual([])
  })

  it('may leave the length out, and is counted while it sends', async () => {
    const at = await opened(shared)
    const key = { authorization: KEY }
    expect(await chunked(at, '/api/mcp', 1_000_000, key)).toEqual({ status: 200, body: 'inside' })
    expect(await chunked(at, '/api/v1/chat/completions', 2_000_000, key)).toMatchObject({ status: 200 })
    expect(at.seen.map(({ bytes }) => bytes)).toEqual([1_000_000, 2_000_000])
    const over = await chunked(at, '/api/mcp', 3_000_000, key)
    expect(over).toEqual({
      status: 413,
      body: '{"error":{"code":"too_large","message":"This is larger than 1 MB.","type":"invalid_request_error"}}',
    })
    expect((await chunked(at, '/api/v1/chat/completions', 30_000_000, key)).status).toBe(413)
    // What is over is dropped, and the first part is never taken for the whole.
    const cut = { whole: false, error: 'The body is too large.' }
    expect(at.seen.slice(2)).toMatchObject([cut, cut])
    expect(at.seen.slice(2).map(({ bytes }) => bytes <= 20_000_000)).toEqual([true, true])
    expect(await chunked(at, '/api/mcp', 1_000_001, key)).toMatchObject({ status: 413 })
    expect(at.seen.slice(0, 2).every(({ whole }) => whole)).toBe(true)

    expect((await chunked(at, '/api/mcp', 10, {})).status).toBe(411)
    expect((await chunked(at, '/api/mcp', 10, { authorization: 'Bearer no' })).status).toBe(401)
    expect((await chunked(at, '/api/files', 10, { ...key, cookie, origin: at.own.origin })).status).toBe(411)
    expect(at.seen).toHaveLength(5)
  })
})

describe('a connection', () => {
  it('that never finishes its first head is ended', async () => {
    const { connect, seen } = await opened(local, { ...BOUNDS, headMs: 30 })
    const socket = connect()
    socket.write('GET / HTTP/1.1\r\nhost: 127.0')
    await once(socket, 'close')
    expect(seen).toEqual([])
  })

  it('that has not asked for anything makes room for a later one of its address', async () => {
    const { connect, own, raw } = await opened(local, { ...BOUNDS, waiting: 3 })
    const silent = [connect(), connect(), connect()]
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    const first = Promise.race(silent.map((socket) => once(socket, 'close')))
    expect(statusOf(await raw(`GET / HTTP/1.1\r\nhost: ${own.host}\r\n\r\n`))).toBe(200)
    await first
    expect(silent.filter((socket) => !socket.closed)).toHaveLength(2)
  })

  it('is one of so many of an address', async () => {
    const { connect, own } = await opened(local, { ...BOUNDS, open: 3 })
    const served = [connect(), connect(), connect()]
    for (const socket of served) {
      socket.write(`GET / HTTP/1.1\r\nhost: ${own.host}\r\n\r\n`)
      await once(socket, 'data')
    }
    await once(connect(), 'close')
    expect(served.filter((socket) => socket.closed)).toEqual([])
  })
})

describe('an answer', () => {
  it('carries the security headers, whatever was asked', async () => {
    const { own, raw, seen } = await opened(local)
    const ask = (line: string, host = own.host) => raw(`${line} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    const answers = [
      await ask('GET /%'),
      await ask('TRACE /'),
      await ask('GET http://evil.example/'),
      await ask(`GET http://${own.host}/`),
      await ask('OPTIONS *'),
      await ask('GET /', 'evil.example'),
      await raw('GET / HTTP/1.1\r\n\r\n'),
      await raw(`GET / HTTP/1.1\r\nhost: ${own.host}\r\nexpect: magic\r\n\r\n`),
      await raw('GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      await raw('GARBAGE\r\n\r\n'),
      await raw(`GET / HTTP/1.1\r\nhost: ${own.host}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
    ]
    expect(answers.map(statusOf)).toEqual([400, 405, 400, 400, 400, 421, 421, 417, 421, 400, 431])
    expect(seen).toEqual([])
    answers.push(await ask('GET /'))
    expect(answers.flatMap(missing)).toEqual([])
    expect(missing('HTTP/1.1 200 OK\r\n\r\n')).toEqual(SECURITY)
  })
})

describe('the address of a client', () => {
  const forwarded = async (env: Env) => {
    const { own, raw, seen } = await opened(env)
    await raw(`GET / HTTP/1.1\r\nhost: ${own.host}\r\n\r\n`)
    await raw(`GET / HTTP/1.1\r\nhost: ${own.host}\r\nx-forwarded-for: 8.8.8.8, 9.9.9.9\r\n\r\n`)
    return seen.map(({ from }) => from)
  }

  it('is the connection’s, whatever a header claims, and the log says so once', async () => {
    forgetOnce('log')
    forgetOnce('unknown-proxy')
    const lines: string[] = []
    logger({ write: (line) => void lines.push(line) })
    expect(await forwarded(local)).toEqual(['127.0.0.1', '127.0.0.1'])
    await forwarded(local)
    forgetOnce('log')
    expect(lines).toEqual([expect.stringContaining('add it to MNEME_TRUSTED_PROXIES')])
  })

  it('is what a trusted reverse proxy adds last', async () => {
    expect(await forwarded(envOf({ MNEME_TRUSTED_PROXIES: '127.0.0.1' }))).toEqual(['127.0.0.1', '9.9.9.9'])
  })
})
