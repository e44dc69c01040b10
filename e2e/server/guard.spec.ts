import { readdirSync, statSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import Database from 'better-sqlite3'
import { type App, startApp } from '../support/app-server'
import { expect, test } from '../support/test'

let app: App
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(async () => {
  await app.kill('SIGTERM')
})

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }
const ask = (
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port: app.port,
        path,
        method,
        headers: { host: `127.0.0.1:${app.port}`, ...headers },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })

const evil = { host: 'evil.example', origin: 'http://evil.example' }
const action = { method: 'POST', body: '[]' }
const act = (headers: Record<string, string>) => ({
  ...action,
  headers: { 'next-action': 'f'.repeat(42), 'content-type': 'text/plain;charset=UTF-8', ...headers },
})

test('all 19 requests with a foreign host or origin are refused', async () => {
  const own = `http://127.0.0.1:${app.port}`
  const refused: [string, Answer][] = [
    ['rebound page', await ask('/', { headers: { host: 'evil.example' } })],
    ['rebound RSC', await ask('/?_rsc=1', { headers: { host: 'evil.example', rsc: '1' } })],
    [
      'rebound prefetch',
      await ask('/', { headers: { host: 'evil.example', 'next-router-prefetch': '1', rsc: '1' } }),
    ],
    ['rebound action', await ask('/', act(evil))],
    ['rebound route', await ask('/api/ready', { headers: { host: 'evil.example' } })],
    ['rebound upload', await ask('/api/files', { ...action, headers: evil })],
    ['rebound import', await ask('/api/import', { ...action, headers: evil })],
    [
      'import from a foreign origin',
      await ask('/api/import', { ...action, headers: { origin: 'http://evil.example' } }),
    ],
    ['import without origin', await ask('/api/import', action)],
    [
      'import with a spoofed forwarded host',
      await ask('/api/import', { ...action, headers: { origin: own, 'x-forwarded-host': 'evil.example' } }),
    ],
    ['rebound search', await ask('/api/search?q=x', { headers: { host: 'evil.example' } })],
    [
      'search with a spoofed forwarded host',
      await ask('/api/search?q=x', { headers: { 'x-forwarded-host': 'evil.example' } }),
    ],
    ['rebound export', await ask('/api/export', { headers: { host: 'evil.example' } })],
    ['action from a foreign origin', await ask('/', act({ origin: 'http://evil.example' }))],
    ['action with origin null', await ask('/', act({ origin: 'null' }))],
    ['action without origin', await ask('/', act({}))],
    [
      'action with a spoofed forwarded host',
      await ask('/', act({ origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' })),
    ],
    [
      'page with a spoofed forwarded host',
      await ask('/', { headers: { 'x-forwarded-host': 'evil.example' } }),
    ],
    [
      'upload from a foreign origin',
      await ask('/api/files', { ...action, headers: { origin: 'http://evil.example' } }),
    ],
  ]
  expect(
    refused
      .filter(([, answer]) => ![403, 421].includes(answer.status))
      .map(([name, answer]) => `${name}: ${answer.status}`),
  ).toEqual([])
  expect((await ask('/')).status).toBe(200)
  // Past the guard: Next has no action with this id.
  expect([404, 409]).toContain((await ask('/', act({ origin: own }))).status)
})

test('another site can neither time a search nor trigger an export', async () => {
  const browser = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }
  const opened = { ...browser, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  for (const headers of [browser, opened, { ...browser, 'sec-fetch-site': 'same-site' }])
    for (const path of ['/api/search?q=x', '/api/export', '/api/ready'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 403])
  expect((await ask('/', { headers: browser })).status).toBe(403)
  expect((await ask('/', { headers: opened })).status).toBe(200)
  const own = { ...browser, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  expect((await ask('/api/search?q=x', { headers: own })).status).toBe(200)
})

test('an oversized body is refused by its declared length, and a foreign origin before that', async () => {
  const own = `http://127.0.0.1:${app.port}`
  const begin = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request({
        host: '127.0.0.1',
        port: app.port,
        path,
        method: 'POST',
        headers: { 'content-length': '20000000', ...headers },
      })
      request.on('response', (response) => {
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      request.on('error', reject)
      request.flushHeaders()
    })
  expect(await begin('/', { origin: own })).toBe(413)
  expect(await begin('/', { origin: 'http://evil.example' })).toBe(403)
  expect(await begin('/api/search', { origin: own })).toBe(413)
})

const CSP = /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/
/** The security headers that are missing or too permissive. */
const gaps = (headers: http.IncomingHttpHeaders): string[] => [
  ...(CSP.test(String(headers['content-security-policy'])) ? [] : ['content-security-policy']),
  ...(/http/.test(String(headers['content-security-policy'])) ? ['a foreign source'] : []),
  ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['x-content-type-options']),
  ...(headers['referrer-policy'] === 'same-origin' ? [] : ['referrer-policy']),
  ...(headers['cross-origin-resource-policy'] === 'same-origin' ? [] : ['cross-origin-resource-policy']),
]

test('every response carries the security headers, pages with a fresh nonce', async () => {
  const answers = await Promise.all(
    [
      '/',
      '/memory',
      '/usage',
      '/settings',
      '/import',
      '/api/export',
      '/c/none',
      '/api/ready',
      '/api/health',
      '/api/metrics',
      '/api/turns/none/events',
      '/nowhere',
    ].map((path) => ask(path)),
  )
  // proxy.ts does not cover these routes, so every method is tried.
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']
  for (const path of ['/api/import', '/api/search?q=x'])
    answers.push(
      ...(await Promise.all(methods.map((method) => ask(path, { method, headers: evil })))),
      await ask(path),
    )
  answers.push(await ask('/api/import', { ...action, headers: { origin: `http://127.0.0.1:${app.port}` } }))
  answers.push(
    await ask('/%'),
    await ask('/', { method: 'TRACE' }),
    await ask(`http://127.0.0.1:${app.port}/`),
  )
  expect(answers.slice(-3).map(({ status }) => status)).toEqual([400, 405, 400])
  expect(answers.flatMap(({ headers }) => gaps(headers))).toEqual([])
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
    expect(gaps({ ...answers[0]?.headers, [name]: undefined })).toEqual([name])
  const nonces = await Promise.all([ask('/'), ask('/')])
  const [first, second] = nonces.map(
    (answer) => /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1],
  )
  expect(first).toBeTruthy()
  expect(first).not.toBe(second)
  expect(nonces[0]?.body).toContain(`nonce="${first}"`)
  const scripts = [...(nonces[0]?.body.matchAll(/<script(?![^>]*\bnonce=)[^>]*>/g) ?? [])].map(
    (match) => match[0],
  )
  expect(scripts).toEqual([])
})

test('files written by the server are readable by its user only', () => {
  const written = readdirSync(app.folder, { recursive: true, encoding: 'utf8' })
  expect(written).toContain('mneme.db')
  expect(written.filter((name) => statSync(path.join(app.folder, name)).mode & 0o077)).toEqual([])
})

test('GET requests change nothing, and ?q= sends no message', async ({ chat }) => {
  await chat.open(app.url)
  await chat.askAndWait('Please remember the blue door.', 1)
  const db = new Database(`${app.folder}/mneme.db`, { readonly: true })
  // Leases and old log rows change with time, not with requests.
  const rows = () =>
    (
      db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('Instance', 'Event')")
        .all() as { name: string }[]
    ).map(
      ({ name }) =>
        `${name} ${JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all(), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
    )
  // Wait for the background jobs of the answer.
  await expect
    .poll(() => db.prepare('SELECT COUNT(*) AS "left" FROM "Job" WHERE "status" <> ?').get('done'))
    .toEqual({ left: 0 })
  // Topics are looked at every few seconds.
  await expect
    .poll(() => db.prepare('SELECT "seenRev" FROM "TopicState"').pluck().get())
    .toBe(db.prepare('SELECT "memoryRev" FROM "User"').pluck().get())
  const conversationId = chat.conversationId()
  const { id: turnId } = db
    .prepare('SELECT "id" FROM "Turn" WHERE "conversationId" = ?')
    .get(conversationId) as { id: string }
  const settled = rows()
  for (const path of [
    '/?q=Hello',
    '/?message=Hello',
    '/c/new?q=Hello',
    `/c/${conversationId}?q=Hello&turn=${turnId}&retry=1`,
    `/c/${conversationId}/turns/${turnId}`,
    `/memory?conversation=${conversationId}&q=x`,
    `/usage?conversation=${conversationId}`,
    '/settings',
    '/api/ready',
    `/api/turns/${turnId}/events`,
    '/api/files',
    '/import',
    '/api/import',
    '/api/search?q=x',
    '/api/export',
    `/api/export?conversation=${conversationId}`,
  ])
    await ask(path)
  expect(rows()).toEqual(settled)
  // Negative control: the comparison detects the changes of a message.
  await chat.askAndWait('And the red one.', 2)
  expect(rows()).not.toEqual(settled)
  db.close()
})
