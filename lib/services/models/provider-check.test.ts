import { afterEach, beforeEach, expect, it } from 'vitest'
import { refusedUrl } from '@/e2e/support/chaos-server'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { testDb } from '@/lib/db/testing'
import { checkProvider } from './provider-check'
import { saveProvider } from './provider-settings'

const KEY = 'sk-mine-1234'
const real = env()
const servers: OpenAiServer[] = []
let t: Awaited<ReturnType<typeof testDb>>
beforeEach(async () => {
  t = await testDb()
  testingEnv()
})
afterEach(async () => {
  setEnv(real)
  await Promise.all([...servers.splice(0).map((server) => server.close()), t.close()])
})
async function serving(models: string[], key?: string) {
  const server = await serveOpenAi({
    model: new ScriptedModel(() => ({ text: 'OK' })),
    models,
    ...(key ? { key } : {}),
  })
  servers.push(server)
  return server.url
}
type Named = Partial<Parameters<typeof checkProvider>[2]>
const check = (baseUrl: string | null, named: Named = {}, key: string | null = null) =>
  checkProvider(t.db, t.ownerId, { baseUrl, offline: false, ...named }, key)

it('names the models that the service does not list, the default too', async () => {
  const url = await serving(['large', 'small:latest'])
  expect(await check(url, { reflectiveModel: 'large', fastModel: 'small' })).toEqual({
    host: new URL(url).host,
    count: 2,
    listed: ['large', 'small:latest'],
    missing: [],
  })
  expect(await check(url, { reflectiveModel: 'large', embeddingModel: 'vectors' })).toMatchObject({
    missing: ['vectors'],
  })
  expect(await check(url)).toMatchObject({ missing: ['gpt-5.4-mini'] })
  expect(
    await check(await serving(['models/gemini-9']), { reflectiveModel: 'gemini-9', fastModel: 'gemini-9' }),
  ).toMatchObject({ missing: [] })
})

it('asks nobody where the built-in model answers', async () => {
  expect(await check(null)).toBeNull()
  expect(await check(await refusedUrl(), { offline: true })).toBeNull()
})

it("does not look for the thinking model of the environment's own service", async () => {
  testingEnv({
    OPENAI_BASE_URL: await serving(['fast']),
    MNEME_FAST_MODEL: 'fast',
    MNEME_REFLECTIVE_BASE_URL: 'http://deep.test/v1',
    MNEME_REFLECTIVE_MODEL: 'deep',
  })
  expect(await check(null)).toMatchObject({ missing: [] })
})

it('a stored key goes to its own address alone', async () => {
  const [mine, elsewhere] = [await serving(['m'], KEY), await serving(['m'], KEY)]
  await saveProvider(t.db, t.ownerId, { baseUrl: mine, offline: false }, KEY)
  expect(await check(mine, { fastModel: 'm' })).toMatchObject({ missing: [] })
  await expect(check(elsewhere, { fastModel: 'm' })).rejects.toThrow('requires an API key (401)')
})

it('what is saved without a check says so, and no longer after one', async () => {
  const own = async (unchecked: Named) =>
    (
      await saveProvider(
        t.db,
        t.ownerId,
        { baseUrl: 'http://mine.test/v1', offline: false, ...unchecked },
        null,
      )
    ).own
  expect(await own({ unchecked: true })).toMatchObject({ unchecked: true })
  expect(await own({})).not.toHaveProperty('unchecked')
  expect(await own({ baseUrl: null, unchecked: true })).toBeNull()
})
