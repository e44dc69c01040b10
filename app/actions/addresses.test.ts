import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import { type Place, place } from '@/lib/model/reach/testing-places'
import type { Service } from '@/lib/services/caller'
import { modelsFor } from '@/lib/services/models/model-settings'
import { service } from '@/lib/services/service'
import { saveSetting as writeAsBefore } from '@/lib/settings/layers'
import type { Result } from '@/lib/shared/errors'
import { sentCookies } from '@/scripts/testing-headers'
import {
  embedAgain,
  listModels,
  loadProvider,
  readModels,
  saveProvider,
  saveSetting,
  testProvider,
} from './settings'
import { loadTurn, startTurn } from './turn'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-addresses-'))
const SHARED = { MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000,bob:token-of-bob-000' }
function become(values: Record<string, string>) {
  const parsed = parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: `file:${folder}/mneme.db`,
    MNEME_DATA_DIR: folder,
    MNEME_SECRET: 'a secret for the tests only',
    ...values,
  })
  if (!parsed.ok) throw new Error(parsed.problems.join())
  setEnv(parsed.env)
  if (values.MNEME_ACCESS_TOKEN) sentCookies().set(ACCESS_COOKIE, cookieFor(env(), 'token-of-ann-000') ?? '')
  else sentCookies().clear()
}
const owner = () => (sentCookies().size ? 'ann' : 'local')

let running: Service
const open: { close(): Promise<void> }[] = []
const keep = <T extends { close(): Promise<void> }>(made: T): T => {
  open.push(made)
  return made
}
beforeAll(async () => {
  become(SHARED)
  running = await service()
})
afterEach(async () => {
  await writeAsBefore(running.db, owner(), 'user', 'provider', null)
  await Promise.all(open.splice(0).map((each) => each.close()))
})
afterAll(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

const told = (result: Result<unknown>) => (result.ok ? 'ok' : `${result.error.code}: ${result.error.message}`)
/** A message and how its turn ended. */
async function chat() {
  const [conversationId, turnId] = [`x${crypto.randomUUID()}`, `x${crypto.randomUUID()}`]
  const started = await startTurn({
    conversationId,
    turnId,
    clientMessageId: turnId,
    text: 'Hello there',
    options: {},
    uploadIds: [],
  })
  if (!started.ok) throw new Error(started.error.message)
  await (started.value.stream as ReadableStream).cancel()
  await running.runner.settled(turnId)
  const turn = await loadTurn({ turnId })
  if (!turn.ok) throw new Error(turn.error.message)
  return turn.value
}
const named = (baseUrl: string) => ({
  baseUrl,
  fastModel: 'm',
  reflectiveModel: 'm',
  utilityModel: 'm',
  embeddingModel: 'm',
  offline: false,
})
/**
 * Everything that calls a base URL, by action. The provider is stored first, as a version without the check
 * left it.
 */
async function everyWay(baseUrl: string): Promise<Record<string, string>> {
  const way: Record<string, string> = {
    save: told(await saveProvider({ ...named(baseUrl), apiKey: 'sk-mine-1234' })),
    'save unchecked': told(await saveProvider({ ...named(baseUrl), unchecked: true })),
    'save as any setting': told(await saveSetting({ scope: 'user', key: 'provider', value: named(baseUrl) })),
    test: told(await testProvider(named(baseUrl))),
    models: told(await readModels({ address: baseUrl })),
  }
  await writeAsBefore(running.db, owner(), 'user', 'provider', named(baseUrl))
  const turn = await chat()
  way.list = told(await listModels())
  way.chat = turn.error ? `${turn.error.code}: ${turn.error.message}` : turn.status
  const { embedder } = await modelsFor({ ...running, ownerId: owner() })
  const vectors = await embedder?.embed(['one'], {
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    retries: 1,
  })
  way.embed = vectors?.error
    ? `${vectors.error.code}: ${vectors.error.message}`
    : `${vectors?.vectors?.length} vectors`
  await embedAgain()
  await running.jobs.tick()
  return way
}

describe('a provider inside the network, where several people use Mneme', () => {
  it.each([
    ['an address', (here: Place) => here.url],
    ['a name', (here: Place) => here.at('localhost')],
    ['an odd spelling', (here: Place) => here.at('[::ffff:7f00:1]')],
  ])('gets no connection, named by %s: from no action, no chat and no embedding', async (_, urlOf) => {
    become(SHARED)
    const here = keep(await place())
    const way = await everyWay(urlOf(here))
    expect(way['save as any setting']).toMatch(/^invalid: .*their own form/)
    for (const name of ['save', 'save unchecked', 'test', 'list', 'models', 'chat', 'embed'])
      expect([name, way[name]]).toEqual([
        name,
        expect.stringMatching(/^provider_refused: .* inside this server’s network/),
      ])
    expect(here.connections).toBe(0)
  })

  it('leaves nothing behind when saving is refused', async () => {
    become(SHARED)
    const here = keep(await place())
    await saveProvider({ ...named(here.url), apiKey: 'sk-mine-1234' })
    expect(await loadProvider()).toMatchObject({ value: { own: null, keyLast4: null, offline: true } })
  })

  it('is called where the operator named its host, or uses it for everybody', async () => {
    const inside = keep(
      await serveOpenAi({ model: new ScriptedModel(() => ({ text: 'OK, I am here.' })), models: ['m'] }),
    )
    for (const allowed of [
      { MNEME_MODEL_HOSTS: new URL(inside.url).host },
      { OPENAI_BASE_URL: inside.url },
    ] as Record<string, string>[]) {
      become({ ...SHARED, ...allowed })
      const before = inside.requests.length
      const { 'save as any setting': _, ...way } = await everyWay(inside.url)
      expect(way).toEqual({
        save: 'ok',
        'save unchecked': 'ok',
        test: 'ok',
        list: 'ok',
        models: 'ok',
        chat: 'completed',
        embed: '1 vectors',
      })
      expect(inside.requests.length).toBeGreaterThan(before)
    }
  })
})

describe('a provider inside the network, where one person uses Mneme', () => {
  it('is called: it is the choice of its owner', async () => {
    become({})
    const inside = keep(
      await serveOpenAi({ model: new ScriptedModel(() => ({ text: 'OK, I am here.' })), models: ['m'] }),
    )
    const { 'save as any setting': _, ...way } = await everyWay(inside.url)
    expect(way).toEqual({
      save: 'ok',
      'save unchecked': 'ok',
      test: 'ok',
      list: 'ok',
      models: 'ok',
      chat: 'completed',
      embed: '1 vectors',
    })
  })

  it('is not called at an address of cloud metadata, nor with anything but host, port and path', async () => {
    become({})
    const { 'save as any setting': _, ...way } = await everyWay('http://169.254.169.254/v1')
    for (const [name, said] of Object.entries(way))
      expect([name, said]).toEqual([
        name,
        expect.stringMatching(/^provider_refused: .* is a reserved address .* so Mneme does not call it/),
      ])
    for (const odd of [
      'file:///etc/passwd',
      'http://me:secret@127.0.0.1:9/v1',
      'http://127.0.0.1:9/v1?key=1',
      'http://127.0.0.1:9/v1#x',
    ])
      for (const asked of [saveProvider(named(odd)), testProvider(named(odd)), readModels({ address: odd })])
        expect(await asked).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })
})
