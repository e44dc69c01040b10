import { describe, expect, it } from 'vitest'
import { cookieFor, type GuardInput, knownHost, ownerOf, refuse } from './access'
import { type Env, parseEnv } from './env'

const envOf = (source: Record<string, string>): Env => {
  const parsed = parseEnv(source)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.env
}
const local = envOf({})
const shared = envOf({
  MNEME_ACCESS_TOKEN: 'ann:first-token-123,bob:second-token-123',
  HOST: '0.0.0.0',
  MNEME_ALLOWED_HOSTS: 'mneme.example.org',
})
const post = (over: Partial<GuardInput>): GuardInput => ({
  method: 'POST',
  path: '/',
  hasCookie: false,
  host: '127.0.0.1:3000',
  origin: 'http://127.0.0.1:3000',
  forwardedHost: null,
  fetchSite: 'same-origin',
  fetchMode: 'cors',
  fetchDest: 'empty',
  ...over,
})

const ATTACKS: [string, GuardInput][] = [
  [
    'DNS rebinding, Host and Origin both foreign',
    post({ host: 'evil.example', origin: 'http://evil.example' }),
  ],
  ['DNS rebinding of a page', post({ method: 'GET', host: 'evil.example', origin: null })],
  ['foreign Origin', post({ origin: 'http://evil.example' })],
  ['null Origin', post({ origin: 'null' })],
  ['missing Origin', post({ origin: null })],
  ['garbled Origin', post({ origin: 'not a url' })],
  ['other port on loopback', post({ origin: 'http://127.0.0.1:9999' })],
  ['spoofed X-Forwarded-Host', post({ forwardedHost: 'evil.example' })],
  [
    'spoofed X-Forwarded-Host on a page',
    post({ method: 'GET', origin: null, forwardedHost: 'evil.example' }),
  ],
  [
    'host that only begins like loopback',
    post({ host: '127.0.0.1.evil.example', origin: 'http://127.0.0.1.evil.example' }),
  ],
  ['missing Host', post({ host: null })],
  [
    'cross-site read with Origin',
    post({ method: 'GET', origin: 'http://evil.example', fetchSite: 'cross-site' }),
  ],
]
/** What a page of another site can make a browser request unseen. */
const elsewhere = (over: Partial<GuardInput>) =>
  post({ method: 'GET', origin: null, fetchSite: 'cross-site', fetchMode: 'no-cors', ...over })
const UNSEEN: [string, GuardInput][] = [
  ['a search that is timed', elsewhere({ path: '/api/search' })],
  ['an export in an image', elsewhere({ path: '/api/export', fetchDest: 'image' })],
  [
    'an export in a new tab',
    elsewhere({ path: '/api/export', fetchMode: 'navigate', fetchDest: 'document' }),
  ],
  ['a page in a frame', elsewhere({ fetchMode: 'navigate', fetchDest: 'iframe' })],
  ['a page as a script', elsewhere({ fetchDest: 'script' })],
  ['another port of this machine', elsewhere({ path: '/api/search', fetchSite: 'same-site' })],
]
const passing = (guard: typeof refuse) =>
  ATTACKS.filter(([, input]) => guard(local, input) === null).map(([name]) => name)

/** What a program with a token sends. */
const program = (over: Partial<GuardInput> = {}): GuardInput => ({
  ...post({ path: '/api/mcp', origin: null }),
  ...{ fetchSite: null, fetchMode: null, fetchDest: null },
  ...over,
})

describe('the guard of the addresses for other programs', () => {
  const statusOf = (over: Partial<GuardInput>) => refuse(local, program(over))?.status ?? null
  it('needs no Origin there, and nowhere else', () => {
    for (const path of ['/api/mcp', '/api/v1/models', '/api/v1/chat/completions', '/api/v1/memory/events'])
      expect([path, statusOf({ path })]).toEqual([path, null])
    for (const path of [
      ...[
        '/',
        '/c/x',
        '/api/files',
        '/api/mcp/',
        '/api/mcp/x',
        '/api/mcpx',
        '/api/v1',
        '/api/v1/',
        '/api/v2/x',
      ],
      ...['/api/v1/../files', '/api/v1/%2e%2e/files', '/api/v1/.', '/api/v1/a?x', '/API/mcp', '//api/mcp'],
    ])
      expect([path, statusOf({ path })]).toEqual([path, 403])
  })
  it('refuses foreign pages, foreign hosts and our own cookie', () => {
    for (const over of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:9999' },
      { fetchSite: 'cross-site' },
      { fetchSite: 'same-site', method: 'GET' },
      { hasCookie: true },
      { hasCookie: true, method: 'GET' },
      { hasCookie: true, origin: 'http://127.0.0.1:3000' },
    ])
      expect([over, statusOf(over)]).toEqual([over, 403])
    for (const over of [{ host: 'evil.example' }, { host: null }, { forwardedHost: 'evil.example' }])
      expect([over, statusOf(over)]).toEqual([over, 421])
    expect(statusOf({ origin: 'http://127.0.0.1:3000' })).toBeNull()
  })
})

describe('the host guard', () => {
  it('refuses 12 of 12 attacks', () => {
    expect(passing(refuse)).toEqual([])
  })
  it('refuses what another site loads without navigating, and lets it link to a page', () => {
    expect(UNSEEN.filter(([, input]) => refuse(local, input) === null)).toEqual([])
    for (const fetchSite of ['cross-site', 'same-site', 'none', 'same-origin', null])
      expect(refuse(local, elsewhere({ fetchSite, fetchMode: 'navigate', fetchDest: 'document' }))).toBeNull()
    for (const fetchSite of ['none', 'same-origin', null])
      expect(refuse(local, elsewhere({ fetchSite, path: '/api/search' }))).toBeNull()
  })
  it('lets the own page through', () => {
    expect(refuse(local, post({}))).toBeNull()
    expect(refuse(local, post({ host: 'localhost:3000', origin: 'http://localhost:3000' }))).toBeNull()
    expect(refuse(local, post({ method: 'GET', origin: null }))).toBeNull()
    expect(
      refuse(
        shared,
        post({
          host: 'mneme.example.org',
          origin: 'https://mneme.example.org',
          forwardedHost: 'mneme.example.org',
        }),
      ),
    ).toBeNull()
    expect(knownHost(shared, '0.0.0.0:3000')).toBe(false)
  })
  it('negative control: a guard that compares Host and Origin only lets rebinding pass', () => {
    expect(
      passing((_, input) =>
        input.origin && new URL(input.origin === 'null' ? 'http://null' : 'http://x').host === input.host
          ? null
          : input.host === input.origin?.slice(7)
            ? null
            : { status: 403, message: '' },
      ),
    ).toContain('DNS rebinding, Host and Origin both foreign')
  })
})

describe('shared mode', () => {
  it('gives each person of the token list an owner of their own, by a proof that is not the token', () => {
    const ann = cookieFor(shared, 'first-token-123')
    expect(ownerOf(shared, ann ?? undefined)).toBe('ann')
    expect(ann).not.toContain('first-token')
    expect(ownerOf(shared, cookieFor(shared, 'second-token-123') ?? undefined)).toBe('bob')
    expect(cookieFor(shared, 'third-token-1234')).toBeNull()
    expect(ownerOf(shared, ann?.replace('ann.', 'bob.'))).toBeNull()
    expect(ownerOf(shared, undefined)).toBeNull()
  })
  it('needs no token on loopback, and one beyond it', () => {
    expect(ownerOf(local, undefined)).toBe('local')
    expect(parseEnv({ HOST: '0.0.0.0' })).toEqual({
      ok: false,
      problems: ['MNEME_ACCESS_TOKEN: is required when HOST (0.0.0.0) is not a loopback address'],
    })
  })
})

describe('the environment', () => {
  it('names the wrong variable and what is allowed, never the value', () => {
    const parsed = parseEnv({
      PORT: 'eighty',
      OPENAI_BASE_URL: 'ftp://secret-host',
      MNEME_SECRET: 'short',
      DATABASE_URL: 'mysql://x',
      ENABLE_REFLECTIVE_MODE: 'maybe',
    })
    expect(parsed.ok).toBe(false)
    const problems = parsed.ok ? [] : parsed.problems
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'DATABASE_URL',
      'OPENAI_BASE_URL',
      'ENABLE_REFLECTIVE_MODE',
      'MNEME_SECRET',
      'PORT',
    ])
    for (const value of ['eighty', 'secret-host', 'short', 'mysql', 'maybe'])
      expect(problems.join()).not.toContain(value)
  })
  it('counts a variable that is empty or white space as unset', () => {
    const blank = { OPENAI_BASE_URL: '', OPENAI_API_KEY: ' ', HOST: '\t', PORT: '', MNEME_ACCESS_TOKEN: '\n' }
    expect(parseEnv(blank)).toEqual(parseEnv({}))
  })

  it('refuses a base URL without a host', () => {
    for (const name of ['OPENAI_BASE_URL', 'MNEME_REFLECTIVE_BASE_URL'])
      expect(parseEnv({ [name]: 'http:///v1' })).toMatchObject({
        ok: false,
        problems: [expect.stringMatching(`^${name}: Use an http or https URL`)],
      })
  })

  it('a data directory takes the database along, unless the database has an address of its own', () => {
    const urlOf = (source: Record<string, string>) => {
      const parsed = parseEnv(source)
      return parsed.ok && parsed.env.DATABASE_URL
    }
    expect(urlOf({})).toBe('file:./data/mneme.db')
    expect(urlOf({ MNEME_DATA_DIR: '/srv/mneme' })).toBe('file:/srv/mneme/mneme.db')
    expect(urlOf({ MNEME_DATA_DIR: '/srv/mneme', DATABASE_URL: 'postgres://h/d' })).toBe('postgres://h/d')
  })

  it('knows the address of a reflective provider by its name, and refuses other names without an address', () => {
    const urlOf = (source: Record<string, string>) => {
      const parsed = parseEnv(source)
      return parsed.ok ? parsed.env.MNEME_REFLECTIVE_BASE_URL : parsed.problems
    }
    const named = (name: string, more = {}) => urlOf({ REFLECTIVE_LLM_PROVIDER: name, ...more })
    expect(named('OpenRouter')).toBe('https://openrouter.ai/api/v1')
    expect(named('ollama')).toBe('http://127.0.0.1:11434/v1')
    expect(named('openai', { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' })).toBe('https://api.openai.com/v1')
    expect(named('somewhere', { REFLECTIVE_LLM_BASE_URL: 'https://a.test/v1' })).toBe('https://a.test/v1')
    for (const name of ['offline', 'openai']) expect(named(name)).toBeUndefined()
    expect(named('groq', { OPENAI_BASE_URL: 'https://api.groq.com/openai/v1/' })).toBeUndefined()
    expect(named('somewhere')).toEqual([
      expect.stringMatching(
        /^REFLECTIVE_LLM_PROVIDER: set REFLECTIVE_LLM_BASE_URL too, or use offline, openai, /,
      ),
    ])
  })

  it('accepts the names of the seed', () => {
    const parsed = parseEnv({
      REFLECTIVE_LLM_MODEL_NAME: 'm',
      REFLECTIVE_LLM_BASE_URL: 'http://127.0.0.1:1/v1',
    })
    expect(parsed.ok && [parsed.env.MNEME_REFLECTIVE_MODEL, parsed.env.MNEME_REFLECTIVE_BASE_URL]).toEqual([
      'm',
      'http://127.0.0.1:1/v1',
    ])
  })
})
