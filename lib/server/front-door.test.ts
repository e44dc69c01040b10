import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { forget } from '@/lib/base/once'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { type Env, parseEnv } from '@/lib/config/env'
import { logger } from '@/lib/services/log'
import { admit } from './admission'
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

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Seen = { url: string | undefined; bytes: number; from: string | undefined }
/** A server behind the front door that counts what passes. */
async function opened(env: Env, bounds = BOUNDS, judge = admit) {
  const seen: Seen[] = []
  closing.push(openFrontDoor(() => env, bounds, judge))
  const server = http.createServer((request, response) => {
    const came: Seen = { url: request.url, bytes: 0, from: request.headers['x-forwarded-for']?.toString() }
    seen.push(came)
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => {
      came.bytes += chunk.length
    })
    request.on('end', () => response.end('inside'))
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
    forget('log')
    forget('unknown-proxy')
    const lines: string[] = []
    logger({ write: (line) => void lines.push(line) })
    expect(await forwarded(local)).toEqual(['127.0.0.1', '127.0.0.1'])
    await forwarded(local)
    forget('log')
    expect(lines).toEqual([expect.stringContaining('add it to MNEME_TRUSTED_PROXIES')])
  })

  it('is what a trusted reverse proxy adds last', async () => {
    expect(await forwarded(envOf({ MNEME_TRUSTED_PROXIES: '127.0.0.1' }))).toEqual(['127.0.0.1', '9.9.9.9'])
  })
})
