import { readdirSync } from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import { limits } from '@/lib/shared/limits'
import nextConfig from '@/next.config.js'
import { config, proxy } from '@/proxy'
import { refusal } from './guard'

const own = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }
/** What the guard must refuse, as headers of a POST. */
const FOREIGN: Record<string, string>[] = [
  { host: 'evil.example', origin: 'http://evil.example' },
  { host: '127.0.0.1:3000', origin: 'http://evil.example' },
  { host: '127.0.0.1:3000', origin: 'null' },
  { host: '127.0.0.1:3000' },
  { ...own, 'x-forwarded-host': 'evil.example' },
]
const to = (address: string, headers: Record<string, string>) =>
  new NextRequest(`http://127.0.0.1:3000${address}`, { method: 'POST', headers })

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const api = path.join(import.meta.dirname, 'api')
const routes = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
  (name) => path.basename(name) === 'route.ts',
)
const addressOf = (file: string) => `/api/${path.dirname(file).replace(/\[\w+\]/g, 'x')}`
/** As Next compiles it: for the whole path. */
const isBehindProxy = (address: string) =>
  config.matcher.some((source) => new RegExp(`^${source}$`).test(address))
const leftOut = routes.filter((file) => !isBehindProxy(addressOf(file)))

describe('what stands before every address', () => {
  it('is the proxy, but for the import, whose body it would hold in memory, and the search, which is asked with every letter', () => {
    expect(leftOut.sort()).toEqual(['import/route.ts', 'search/route.ts'])
    for (const address of [
      '/',
      '/c/x',
      '/import',
      '/api/import/x',
      '/api/importer',
      '/api/import.rsc',
      '/api/search/x',
      '/api/searches',
      '/x/api/import',
      '/_next/data/x.json',
    ])
      expect([address, isBehindProxy(address)]).toEqual([address, true])
  })

  it('refuses foreign hosts and pages, and gives every answer the security headers', async () => {
    for (const headers of FOREIGN) {
      const response = proxy(to('/', headers))
      expect([403, 421]).toContain(response.status)
      expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
    }
    expect(refusal(to('/', own))).toBeNull()
  })

  it('is, for what the proxy leaves out, the same guard in the route and the same headers from the configuration', async () => {
    for (const file of leftOut) {
      const route = (await import(/* @vite-ignore */ path.join(api, file))) as Record<string, unknown>
      const handlers = METHODS.flatMap((method) =>
        route[method] ? [route[method] as (request: Request) => Promise<Response>] : [],
      )
      expect(handlers.length).toBeGreaterThan(0)
      for (const handle of handlers)
        for (const headers of FOREIGN)
          expect([403, 421]).toContain((await handle(to(addressOf(file), headers))).status)
      const given =
        (await nextConfig.headers?.())?.find(({ source }) => source === addressOf(file))?.headers ?? []
      const expected = [
        'content-security-policy',
        'x-content-type-options',
        'referrer-policy',
        'x-frame-options',
        'cross-origin-opener-policy',
        'cross-origin-resource-policy',
        'permissions-policy',
      ]
      expect(given.map(({ key }) => key)).toEqual(expected)
      const proxied = proxy(to('/', FOREIGN[0] ?? {})).headers
      for (const { key, value } of given) expect(value).toBe(proxied.get(key))
    }
  })

  it('lets programs on to the routes that check their token, and no page', () => {
    testingEnv({ MNEME_ACCESS_TOKEN: 'a-token-for-the-tests' })
    const sent = (address: string, headers: Record<string, string>) =>
      proxy(to(address, { host: own.host, authorization: 'Bearer mneme_x', ...headers })).status
    expect([sent('/api/mcp', {}), sent('/api/v1/chat/completions', {})]).toEqual([200, 200])
    expect(sent('/api/mcp', { origin: 'http://evil.example' })).toBe(403)
    expect(sent('/api/mcp', { cookie: 'mneme_access=ann.x' })).toBe(403)
    expect([sent('/api/files', {}), sent('/api/files', { origin: own.origin })]).toEqual([403, 401])
    testingEnv()
  })

  it('shows strangers of a shared Mneme the access page and the files of public/, and no other page', () => {
    testingEnv({ MNEME_ACCESS_TOKEN: 'a-token-for-the-tests' })
    const open = (pathname: string) =>
      proxy(new NextRequest(`http://127.0.0.1:3000${pathname}`, { headers: { host: own.host } })).status ===
      200
    const shown = readdirSync(path.resolve(api, '../../public')).map((name) => `/${name}`)
    expect(shown).toContain('/social.png')
    expect(['/access', ...shown].filter((pathname) => !open(pathname))).toEqual([])
    expect(['/', '/usage', '/api/export', '/social.png/x', '/icon.svg.rsc'].filter(open)).toEqual([])
    testingEnv()
  })

  it('holds bodies as large as attachments may be', () => {
    const [, megabytes] = /^(\d+)mb$/.exec(String(nextConfig.experimental?.proxyClientMaxBodySize)) ?? []
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(limits.workspace.totalBytes + 1_000_000)
  })
})
