import { afterEach, beforeEach, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import { logger } from '@/lib/services/log'
import { MnemeError } from '@/lib/shared/errors'
import { forgetOnce } from '@/lib/shared/once'
import { failed } from './failed'
import { importLines } from './import/body'

let lines: Record<string, unknown>[]
beforeEach(() => {
  testingEnv({ OPENAI_API_KEY: 'the-key-of-the-operator', MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000' })
  forgetOnce('log')
  lines = []
  logger({ write: (line) => void lines.push(JSON.parse(line)) })
})
afterEach(() => void forgetOnce('log'))

it('logs what went wrong with the route, without keys, tokens or what was typed', async () => {
  const request = new Request('http://127.0.0.1/api/search?q=my+private+words')
  const broken = new Error('the-key-of-the-operator was refused to Bearer token-of-ann-000')
  const response = failed(broken, request)
  expect([response.status, await response.json()]).toMatchObject([500, { error: { code: 'internal' } }])
  expect(lines).toMatchObject([{ level: 50, msg: 'GET /api/search failed' }])
  expect(String(lines[0]?.error)).toMatch(/\[key\] was refused[\s\S]*failed\.test/)
  expect(JSON.stringify(lines)).not.toMatch(/the-key-of|token-of-ann|private/)
})

it('logs nothing about a request that was refused in plain words', () => {
  const response = failed(new MnemeError('not_found', 'Gone.'), new Request('http://127.0.0.1/api/export'))
  expect([response.status, lines]).toEqual([404, []])
})

it('tells programs how to sign in and when to come back', () => {
  const at = (error: MnemeError) => failed(error, new Request('http://127.0.0.1/api/mcp'))
  const inAMinute = new Date(Date.now() + 30_000).toISOString()
  const [who, not, slower] = [
    at(new MnemeError('unauthorised', 'Who?')),
    at(new MnemeError('forbidden', 'No.')),
    at(new MnemeError('limit_reached', 'Slower.', undefined, undefined, inAMinute)),
  ]
  expect([who.status, who.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Mneme"'])
  expect([not.status, not.headers.get('www-authenticate')]).toEqual([403, null])
  expect(slower.status).toBe(429)
  expect(Number(slower.headers.get('retry-after'))).toBeGreaterThanOrEqual(29)
})

it('logs an import that breaks off, too', async () => {
  const broken = () => Promise.reject(new Error('the disk burns'))
  const options = { gone: new AbortController().signal, now: () => new Date(), onEnd: () => {} }
  expect(await new Response(importLines(broken, options)).text()).toContain('"code":"internal"')
  expect(lines).toMatchObject([{ msg: 'an import failed' }])
})
