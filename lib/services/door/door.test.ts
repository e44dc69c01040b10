import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { redact } from '@/lib/heuristics/redact/redact'
import { saveSetting } from '@/lib/settings/layers'
import { exportSettings, importSettings } from '@/lib/settings/settings-file'
import { DAY_MS } from '@/lib/shared/day'
import { LIVES, limitsOfDoor, type Scope } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import { forgetAll } from '@/lib/shared/once'
import { exported } from '@/lib/transfer/testing-import'
import { admitCaller, needScope } from './admit-caller'
import { noteCall, strangerCalls, writeCalls } from './call-log'
import { createToken, lastCalls, listTokens, renewToken, revokeToken } from './tokens'

let at: TestDb
let runtime: ReturnType<typeof testRuntime>
beforeEach(async () => {
  testingEnv({ MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000,bob:token-of-bob-000' })
  forgetAll(
    (key) => key.startsWith('calls-a-minute') || key === 'outside-calls' || key === 'outside-strangers',
  )
  at = await testDb()
  runtime = testRuntime()
})
afterEach(async () => {
  testingEnv()
  await at.close()
})

const person = (ownerId = 'ann') => ({ db: at.db, runtime, ownerId })
const make = async (ownerId = 'ann', may: Scope[] = ['read', 'write'], life: 'month' | 'year' = 'month') =>
  createToken(person(ownerId), { name: `${ownerId}s laptop`, life, may })
const bearer = (key: string, more: Record<string, string> = {}) =>
  new Headers({ authorization: `Bearer ${key}`, ...more })
const admit = (headers: Headers, scope: Scope | null = null) =>
  admitCaller({ db: at.db, runtime }, headers, scope)
const calling = async (key: string) => ({ ...(await admit(bearer(key))), runtime })
/** "in", or why not. */
const said = (run: Promise<unknown>) =>
  run.then(
    () => 'in',
    (error: unknown) => {
      if (!(error instanceof MnemeError)) throw error
      return `${error.code}: ${error.message}`
    },
  )
const NOT_VALID = 'unauthorised: This token is not valid.'

describe('a token', () => {
  it('lets its owner in with what it may do, and is stored as a hash alone', async () => {
    const { key, token } = await make('ann', ['write', 'read'])
    expect(key).toMatch(/^mneme_[\w-]{43}$/)
    expect(await admit(bearer(key), 'read')).toEqual({
      ...{ ownerId: 'ann', tokenId: token.id, client: 'anns laptop', may: ['read', 'write'] },
    })
    expect(JSON.stringify(await at.db.accessToken.findMany())).not.toContain(key.slice(6))
    expect(JSON.stringify(await listTokens(person()))).not.toContain(key.slice(6))
    const known = [key, 'mneme_jYShg5g50Z-akE9nL_NtzxIJfJpV4RI4AJA-1E9qoFQ']
    for (const one of known) expect(redact(`my key is ${one}.`).text).toBe('my key is [key].')
  })

  it('of nobody, cut, altered or in another form is refused', async () => {
    const { key } = await make()
    const wrong = [`mneme_${'a'.repeat(43)}`, key.slice(0, -1), `${key}A`, key.slice(6), '']
    for (const one of wrong) expect([one, await said(admit(bearer(one)))]).toEqual([one, NOT_VALID])
    expect(await said(admit(new Headers({ authorization: `Basic ${key}` })))).toBe(NOT_VALID)
    expect(await said(admit(new Headers()))).toMatch(/^unauthorised: Send a token/)
    expect(await said(admit(new Headers({ authorization: `bearer  ${key}` })))).toBe('in')
  })

  it('ends with its days, and a renewed one goes on with another key, name, scopes and user as before', async () => {
    const { key, token } = await make('ann', ['read'])
    const user = { 'x-openwebui-user-id': 'u1' }
    expect(await said(admit(bearer(key, user)))).toBe('in')
    runtime.advance(LIVES.month * DAY_MS)
    expect(await said(admit(bearer(key, user)))).toBe('unauthorised: This token has expired.')
    const renewed = await renewToken(person(), { id: token.id, life: 'year' })
    expect(renewed.token).toMatchObject({ id: token.id, name: token.name, may: ['read'], boundUser: 'u1' })
    expect(await said(admit(bearer(key, user)))).toBe(NOT_VALID)
    runtime.advance(LIVES.month * DAY_MS)
    expect(await said(admit(bearer(renewed.key, user), 'read'))).toBe('in')
    expect(await said(admit(bearer(renewed.key, user), 'write'))).toMatch(/^forbidden/)
  })

  it('is locked out at once when it is revoked, also by what was being looked up meanwhile', async () => {
    const { key, token } = await make()
    expect(await said(admit(bearer(key)))).toBe('in')
    const early = said(admit(bearer(key)))
    await revokeToken(person(), token.id)
    await early
    const revoked = 'unauthorised: This token was revoked.'
    expect(await said(admit(bearer(key)))).toBe(revoked)
    expect(await said(renewToken(person(), { id: token.id, life: 'year' }))).toMatch(/^not_found/)
    expect((await listTokens(person()))[0]?.revokedAt).not.toBeNull()
    runtime.advance((limitsOfDoor.revokedDays + 1) * DAY_MS)
    expect(await listTokens(person())).toEqual([])
  })

  it('that another process revoked is locked out within seconds', async () => {
    const { key } = await make()
    expect(await said(admit(bearer(key)))).toBe('in')
    await at.db.accessToken.updateMany({ data: { revokedAt: runtime.now() } })
    runtime.advance(5_000)
    expect(await said(admit(bearer(key)))).toBe('unauthorised: This token was revoked.')
  })

  it('does only what it was given', async () => {
    const { key } = await make('ann', ['read'])
    const refused = async (scope: Scope) => said(admit(bearer(key), scope))
    expect([
      await refused('read'),
      await refused('write'),
      await refused('forget'),
      await refused('chat'),
    ]).toEqual([
      'in',
      'forbidden: This token may not add to memory.',
      'forbidden: This token may not forget anything.',
      'forbidden: This token may not send messages.',
    ])
    const caller = await admit(bearer(key))
    expect(() => needScope(caller, 'read')).not.toThrow()
    expect(() => needScope(caller, 'write')).toThrow('may not add to memory')
  })

  it('is its owner’s: others neither see, renew nor revoke it, and it ends when they are no longer named', async () => {
    const { key, token } = await make('bob')
    await make('ann')
    expect((await listTokens(person('ann'))).map(({ name }) => name)).toEqual(['anns laptop'])
    const tries = [
      renewToken(person('ann'), { id: token.id, life: 'year' }),
      revokeToken(person('ann'), token.id),
      lastCalls(person('ann'), token.id),
    ]
    for (const one of tries) expect(await said(one)).toMatch(/^not_found/)
    expect((await admit(bearer(key))).ownerId).toBe('bob')
    testingEnv({ MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000' })
    expect(await said(admit(bearer(key)))).toBe(NOT_VALID)
  })

  it('is one of at most fifty that work', async () => {
    for (let i = 0; i < limitsOfDoor.tokens; i++) await make()
    expect(await said(make())).toMatch(/^limit_reached/)
    expect(await said(make('bob'))).toBe('in')
  })
})

describe('what leaves Mneme', () => {
  it('has no token in it, nor who used it', async () => {
    const { key, token } = await make()
    noteCall(await calling(key), 'recall', ['turn:turn_1'])
    await lastCalls(person(), token.id)
    const { hash } = await at.db.accessToken.findFirstOrThrow()
    const left =
      (await exported({ db: at.db, ownerId: 'ann' })) + JSON.stringify(await exportSettings(at.db, 'ann'))
    for (const part of [key, key.slice(6), hash, token.id, token.name]) expect(left).not.toContain(part)
    expect(JSON.stringify(await at.db.accessToken.findMany())).toContain(hash)
  })

  it('nor can a settings file change who comes in', async () => {
    const settings = {
      'outside.withoutToken': true,
      'outside.callsPerMinute': 600,
      'outside.userHeader': 'X-A',
    }
    const file = JSON.stringify({ format: 'mneme-settings', version: 1, settings })
    expect(await importSettings(at.db, 'ann', file)).toEqual({ taken: [], left: Object.keys(settings) })
  })
})

describe('a program with many users', () => {
  it('gets one user per token: the first, named by the usual header or the one in Settings', async () => {
    const { key } = await make()
    const user = (id: string, header = 'x-openwebui-user-id') => said(admit(bearer(key, { [header]: id })))
    const other = 'forbidden: This token serves another user of this program.'
    expect(await said(admit(bearer(key)))).toBe('in')
    expect([await user('u1'), await user('u2'), await user('u1')]).toEqual(['in', other, 'in'])
    expect(await user(`u1${'x'.repeat(300)}`)).toBe(other)
    expect(await said(admit(bearer(key)))).toBe(other)
    expect((await listTokens(person()))[0]?.boundUser).toBe('u1')
    await saveSetting(at.db, 'ann', 'user', 'outside.userHeader', 'X-LibreChat-User')
    expect([await user('u1', 'x-librechat-user'), await user('u2', 'x-librechat-user')]).toEqual([
      'in',
      other,
    ])
  })

  it('cannot be told to name its user by a header with a secret', async () => {
    for (const name of ['authorization', 'cookie', 'x-a b', 'x-é'])
      expect(await said(saveSetting(at.db, 'ann', 'user', 'outside.userHeader', name))).toMatch(/^invalid/)
  })
})

describe('calls by nobody known', () => {
  it('are counted, and nothing of them is stored', async () => {
    const { key, token } = await make()
    await revokeToken(person(), token.id)
    for (const headers of [new Headers(), new Headers({ cookie: 'a=b' }), bearer(key), bearer('wrong')])
      expect(await said(admit(headers))).toMatch(/^unauthorised/)
    testingEnv()
    await saveSetting(at.db, 'local', 'user', 'outside.withoutToken', true)
    expect(await said(admit(new Headers({ host: '127.0.0.1:3000' })))).toBe('in')
    expect(strangerCalls()).toEqual({ admitted: 1, without: 2, wrong: 2 })
    expect(await at.db.outsideCall.count()).toBe(0)
  })
})

describe('calls a minute', () => {
  it('are limited per token, also when a hundred come at once', async () => {
    const [one, other] = [await make(), await make()]
    const answers = await Promise.all(Array.from({ length: 100 }, () => said(admit(bearer(one.key)))))
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(60)
    const refused = await admit(bearer(one.key)).catch((error: MnemeError) => error)
    expect(refused).toMatchObject({
      code: 'limit_reached',
      message: 'This token has reached its limit of 60 calls per minute.',
      retryAt: expect.any(String),
    })
    expect(await said(admit(bearer(other.key)))).toBe('in')
  })

  it('are as many as the person set', async () => {
    await saveSetting(at.db, 'ann', 'user', 'outside.callsPerMinute', 2)
    const { key } = await make()
    const answers = [
      await said(admit(bearer(key))),
      await said(admit(bearer(key))),
      await said(admit(bearer(key))),
    ]
    expect(answers.map((answer) => answer.split(':')[0])).toEqual(['in', 'in', 'limit_reached'])
  })
})

describe('the last calls', () => {
  it('are written together, with ids and counts and without a word', async () => {
    const { key, token } = await make()
    const caller = await calling(key)
    noteCall(caller, 'recall', ['turn:turn_1', 'file:my secret plan.md', 'what Ana said', 'fact:f2'])
    noteCall(caller, 'my secret tool', [])
    expect(await at.db.outsideCall.count()).toBe(0)
    await writeCalls({ db: at.db, runtime })
    const rows = await at.db.outsideCall.findMany({ where: { tokenId: token.id }, orderBy: { id: 'asc' } })
    expect(rows).toMatchObject([
      { tool: 'recall', ids: ['turn:turn_1', 'file', 'fact:f2'], count: 4, ownerId: 'ann' },
      { tool: 'other', ids: [], count: 0 },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/secret|Ana/)
    expect((await listTokens(person()))[0]?.lastUsedAt).not.toBeNull()
  })

  it('that cannot be written wait for the next batch', async () => {
    const { key, token } = await make()
    noteCall(await calling(key), 'facts', ['fact:f1'])
    const broken = { ...at.db, $transaction: () => Promise.reject(new Error('the disk burns')) } as never
    await expect(writeCalls({ db: broken, runtime })).rejects.toThrow('the disk burns')
    expect(await lastCalls(person(), token.id)).toMatchObject([{ tool: 'facts', count: 1 }])
  })
})

describe('without a token', () => {
  const HERE = { host: '127.0.0.1:3000' }
  const here = (more: Record<string, string> = {}) => said(admit(new Headers({ ...HERE, ...more })))
  const switchOn = () => saveSetting(at.db, 'local', 'user', 'outside.withoutToken', true)

  it('programs of this machine come in where nobody signs in, once the switch is on', async () => {
    testingEnv()
    expect(await here()).toMatch(/^unauthorised/)
    await switchOn()
    expect(await admit(new Headers(HERE), 'forget')).toMatchObject({ ownerId: 'local', tokenId: null })
    expect(await here({ 'x-forwarded-for': '127.0.0.1' })).toBe('in')
    expect(await here({ 'x-forwarded-for': '::1', host: '[::1]:3000' })).toBe('in')
    // As Next passes it on.
    expect(await here({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': HERE.host })).toBe('in')
  })

  it.each<[string, Record<string, string>]>([
    ['another name for this machine (DNS rebinding)', { host: 'evil.example' }],
    ['an allowed name that is not loopback', { host: 'mneme.example.org' }],
    ['a page in a browser', { origin: 'http://127.0.0.1:3000' }],
    ['a page that says nothing of itself', { origin: 'null' }],
    ['a browser that reads', { 'sec-fetch-site': 'none' }],
    ['a browser with a cookie', { cookie: 'a=b' }],
    ['a proxy', { 'x-forwarded-for': '9.9.9.9' }],
    ['a proxy of another name', { 'x-forwarded-host': 'mneme.example.org' }],
    ['a token that is not valid', { authorization: 'Bearer x' }],
  ])('%s does not', async (_, headers) => {
    testingEnv({ MNEME_ALLOWED_HOSTS: 'mneme.example.org' })
    await switchOn()
    expect(await here()).toBe('in')
    expect(await here(headers)).toMatch(/^unauthorised/)
  })

  it('nobody comes in from the moment it is switched off', async () => {
    testingEnv()
    await switchOn()
    expect(await here()).toBe('in')
    await saveSetting(at.db, 'local', 'user', 'outside.withoutToken', false)
    expect(await here()).toMatch(/^unauthorised/)
  })

  it('nobody comes in where people sign in', async () => {
    await switchOn()
    expect(await here()).toMatch(/^unauthorised/)
  })
})
