import { afterEach, beforeEach, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { testDb } from '@/lib/db/testing'
import { listSettings, saveSetting } from './layers'
import { saveApiKey } from './secrets'
import { exportSettings, importSettings } from './settings-file'

const real = env()
let t: Awaited<ReturnType<typeof testDb>>
beforeEach(async () => {
  testingEnv()
  t = await testDb()
})
afterEach(async () => {
  setEnv(real)
  await t.close()
})
const set = (key: string, value: unknown) => saveSetting(t.db, t.ownerId, 'user', key, value)
const take = (settings: object) =>
  importSettings(t.db, t.ownerId, JSON.stringify({ format: 'mneme-settings', version: 1, settings }))
const mine = async () =>
  (await listSettings(t.db, t.ownerId, null)).flatMap(({ key, value, layer }) =>
    layer === 'user' ? [[key, value]] : [],
  )

it('has what a person set, and no key', async () => {
  await set('window.size', 9)
  await set('model.learned', {})
  await set('provider', { baseUrl: 'http://mine.test/v1', fastModel: 'small', offline: false })
  await saveApiKey(t.db, t.ownerId, 'http://mine.test/v1', 'sk-secret-1234')
  const file = await exportSettings(t.db, t.ownerId)
  expect(file).toMatchObject({
    format: 'mneme-settings',
    settings: { 'window.size': 9, provider: { baseUrl: 'http://mine.test/v1' } },
  })
  expect(JSON.stringify(file)).not.toMatch(/secret|1234|learned/)
})

it('is taken over, but not what decides whom Mneme calls or what it obeys', async () => {
  await set('window.size', 9)
  await set('thinking.maxRounds', 4)
  await set('instructions.person', 'Be brief.')
  const { settings } = await exportSettings(t.db, t.ownerId)
  for (const key of Object.keys(settings)) await set(key, null)
  const provider = { baseUrl: 'http://evil.test/v1', offline: false }
  expect(await take({ ...settings, provider, 'model.answering': 'm', 'of.tomorrow': 1 })).toEqual({
    taken: ['thinking.maxRounds', 'window.size'],
    left: ['instructions.person', 'provider', 'model.answering', 'of.tomorrow'],
  })
  expect(await mine()).toEqual([
    ['thinking.maxRounds', 4],
    ['window.size', 9],
  ])
})

it('is refused as a whole with one wrong value, or in another form', async () => {
  await expect(take({ 'window.size': 3, 'rollUp.every': 'often' })).rejects.toThrow('rollUp.every')
  for (const odd of ['{"format":"mneme","version":1,"conversations":[]}', 'no JSON', '['.repeat(100_000)])
    await expect(importSettings(t.db, t.ownerId, odd)).rejects.toThrow('not a settings file')
  await expect(take(JSON.parse('{"__proto__": 1, "constructor": 2}'))).resolves.toMatchObject({ taken: [] })
  expect(await mine()).toEqual([])
})
