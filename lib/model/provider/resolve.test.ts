import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/config/env'
import type { Role } from '@/lib/model/types'
import { DEFAULT_MODEL } from './defaults'
import { type ModelSettings, resolveModel } from './resolve'

function env(values: Record<string, string>) {
  const parsed = parseEnv(values)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.env
}
const at = (role: Role, values: Record<string, string>, settings: ModelSettings = {}) =>
  resolveModel(role, env(values), settings)
const OFFLINE = { provider: 'offline', delayMs: 15 }

describe('where a role calls go', () => {
  it('nowhere without a key and an address', () => expect(at('fast', {})).toEqual(OFFLINE))

  it('nowhere under MNEME_OFFLINE, whatever else is set', () => {
    const all = {
      MNEME_OFFLINE: '1',
      OPENAI_API_KEY: 'sk-1',
      MNEME_REFLECTIVE_API_KEY: 'sk-2',
      MNEME_OFFLINE_DELAY_MS: '0',
    }
    for (const role of ['fast', 'reflective', 'utility'] as const)
      expect(at(role, all, { apiKey: 'sk-3', baseUrl: 'http://h/v1' })).toEqual({
        provider: 'offline',
        delayMs: 0,
      })
  })

  it('roles fall back to the fast model', () => {
    const values = { OPENAI_API_KEY: 'k', MNEME_FAST_MODEL: 'fast-1', MNEME_UTILITY_MODEL: 'tiny' }
    expect(at('reflective', values)).toMatchObject({ model: 'fast-1' })
    expect(at('utility', values)).toMatchObject({ model: 'tiny' })
    expect(at('utility', values, { models: { utility: 'mine' } })).toMatchObject({ model: 'mine' })
  })

  it('the reflective role may have its own provider, and no other key goes there', () => {
    const values = { OPENAI_API_KEY: 'sk-main', MNEME_REFLECTIVE_BASE_URL: 'http://deep.test/v1' }
    expect(at('reflective', values)).toMatchObject({
      baseUrl: 'http://deep.test/v1',
      apiKey: null,
      api: 'chat',
    })
    expect(at('reflective', { ...values, REFLECTIVE_LLM_API_KEY: 'sk-deep' })).toMatchObject({
      apiKey: 'sk-deep',
    })
    expect(at('fast', values)).toMatchObject({ baseUrl: null, apiKey: 'sk-main' })
    expect(at('reflective', { OPENAI_API_KEY: 'k', REFLECTIVE_LLM_PROVIDER: 'offline' })).toEqual(OFFLINE)
  })

  it('Settings win over the environment, and never take the key of the environment to another address', () => {
    const values = { OPENAI_API_KEY: 'sk-env', OPENAI_BASE_URL: 'http://env.test/v1' }
    expect(at('fast', values, { baseUrl: 'http://mine.test/v1' })).toMatchObject({
      baseUrl: 'http://mine.test/v1',
      apiKey: null,
    })
    expect(at('fast', values, { baseUrl: 'http://env.test/v1' })).toMatchObject({ apiKey: 'sk-env' })
    expect(at('fast', values, { apiKey: 'sk-mine' })).toMatchObject({
      baseUrl: 'http://env.test/v1',
      apiKey: 'sk-mine',
    })
    expect(at('fast', values, { offline: true })).toEqual(OFFLINE)
  })

  it("the separate service for thinking outlives a person's own key or address, until they name a model of theirs for thinking", () => {
    const values = {
      OPENAI_API_KEY: 'sk-env',
      MNEME_REFLECTIVE_BASE_URL: 'http://deep.test/v1',
      MNEME_REFLECTIVE_MODEL: 'deep',
      MNEME_REFLECTIVE_API_KEY: 'sk-deep',
    }
    const deep = { baseUrl: 'http://deep.test/v1', apiKey: 'sk-deep', model: 'deep' }
    expect(at('reflective', values, { apiKey: 'sk-mine' })).toMatchObject(deep)
    expect(
      at('reflective', values, { baseUrl: 'http://mine.test/v1', models: { fast: 'llama' } }),
    ).toMatchObject(deep)
    expect(
      at('reflective', values, { baseUrl: 'http://mine.test/v1', models: { reflective: 'llama' } }),
    ).toMatchObject({
      baseUrl: 'http://mine.test/v1',
      apiKey: null,
      model: 'llama',
    })
    // A model name typed without a service belongs to the environment's separate service for thinking.
    expect(at('reflective', values, { models: { reflective: 'deeper' } })).toMatchObject({
      ...deep,
      model: 'deeper',
    })
    expect(at('fast', values, { models: { reflective: 'deeper' } })).toMatchObject({ model: DEFAULT_MODEL })
  })

  it('a model named for one role serves the others of the same service: never a name that the service may not have', () => {
    const ollama = { baseUrl: 'http://127.0.0.1:11434/v1', models: { reflective: 'llama3' } }
    for (const role of ['fast', 'reflective', 'utility'] as const)
      expect(at(role, {}, ollama)).toMatchObject({ model: 'llama3' })
    expect(at('utility', {}, { ...ollama, models: { fast: 'tiny', reflective: 'llama3' } })).toMatchObject({
      model: 'tiny',
    })
    expect(
      at('fast', { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', MNEME_REFLECTIVE_MODEL: 'llama3' }),
    ).toMatchObject({ model: 'llama3' })
    expect(at('fast', { OPENAI_API_KEY: 'k', MNEME_REFLECTIVE_MODEL: 'gpt-deep' })).toMatchObject({
      model: DEFAULT_MODEL,
    })
  })

  it('thinks with the service that REFLECTIVE_LLM_PROVIDER names, with its own key', () => {
    const values = {
      OPENAI_API_KEY: 'k',
      REFLECTIVE_LLM_BASE_URL: 'https://openrouter.ai/api/v1',
      REFLECTIVE_LLM_MODEL_NAME: 'deep',
    }
    expect(at('reflective', { ...values, REFLECTIVE_LLM_PROVIDER: 'openrouter' })).toMatchObject({
      baseUrl: 'https://openrouter.ai/api/v1',
      model: 'deep',
    })
    const { OPENAI_API_KEY } = values
    const named = { OPENAI_API_KEY, REFLECTIVE_LLM_PROVIDER: 'openrouter', REFLECTIVE_LLM_API_KEY: 'own' }
    expect(at('reflective', named)).toMatchObject({ baseUrl: 'https://openrouter.ai/api/v1', apiKey: 'own' })
    expect(at('fast', named)).toMatchObject({ baseUrl: null, apiKey: 'k' })
    expect(at('reflective', { ...values, REFLECTIVE_LLM_PROVIDER: 'Offline' })).toEqual(OFFLINE)
  })
})

describe('where the address of a role may lead', () => {
  const reach = (values: Record<string, string>, baseUrl: string | null, role: Role = 'fast') => {
    const config = at(role, values, { baseUrl, apiKey: 'sk-mine' })
    return config.provider === 'openai' ? config.reach : null
  }
  const shared = {
    MNEME_ACCESS_TOKEN: 'one-token-for-all',
    OPENAI_BASE_URL: 'http://10.0.0.7:8000/v1',
    MNEME_REFLECTIVE_BASE_URL: 'http://10.0.0.8/v1',
  }

  it('what the environment names is trusted, and what is typed as the same; another path there is not', () => {
    expect([
      reach(shared, null),
      reach(shared, 'HTTP://10.0.0.7:8000/v1/'),
      reach(shared, 'http://elsewhere.test/v1', 'reflective'),
    ]).toEqual(['trusted', 'trusted', 'trusted'])
    expect([
      reach(shared, 'http://10.0.0.7:8000/admin'),
      reach(shared, 'http://10.0.0.7:8000/v1?x'),
      reach(shared, 'http://me@10.0.0.7:8000/v1'),
    ]).toEqual(['public', 'public', 'public'])
  })

  it("OpenAI's own is trusted; else a typed address is public with access tokens, the owner's without", () => {
    expect([
      reach({ MNEME_ACCESS_TOKEN: 'one-token-for-all' }, null),
      reach({}, 'http://10.0.0.7/v1'),
    ]).toEqual(['trusted', 'own'])
    expect([
      reach(shared, 'http://elsewhere.test/v1'),
      reach({ ...shared, MNEME_MODEL_HOSTS: 'elsewhere.test' }, 'http://elsewhere.test/v1'),
    ]).toEqual(['public', 'trusted'])
  })
})
