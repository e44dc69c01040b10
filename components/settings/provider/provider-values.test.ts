import { describe, expect, it } from 'vitest'
import type { ProviderDto } from '@/lib/shared/dto'
import { inputOf, placeholders, savedValues } from './provider-values'

const role = { provider: 'host', model: 'theirs', offline: false }
const provider = (over: Partial<ProviderDto> = {}): ProviderDto => ({
  roles: { fast: role, reflective: role, utility: role },
  offline: false,
  baseUrl: 'http://env.test/v1',
  keyLast4: '9999',
  keyFrom: 'environment',
  looksLocally: true,
  problem: null,
  own: null,
  environment: {
    baseUrl: 'http://env.test/v1',
    models: { fast: 'theirs', reflective: null, utility: null, embedding: null },
    defaultModel: 'gpt-default',
  },
  ...over,
})

describe("the provider's form", () => {
  it('saves nothing of the environment when nothing was typed', () => {
    expect(inputOf(savedValues(provider().own))).toEqual({ baseUrl: null, offline: false })
  })

  it('saves what was typed, and what was saved before', () => {
    const values = {
      ...savedValues({ baseUrl: 'http://mine.test/v1', fastModel: 'a', offline: false }),
      utilityModel: ' b ',
    }
    expect(inputOf(values)).toEqual({
      baseUrl: 'http://mine.test/v1',
      offline: false,
      fastModel: 'a',
      utilityModel: 'b',
    })
  })

  it('says in empty fields what holds without them, and where a key comes from', () => {
    const empty = savedValues(null)
    expect(placeholders(provider(), empty)).toEqual({
      baseUrl: 'http://env.test/v1',
      apiKey: 'A key ending in 9999 comes from the environment',
      reflectiveModel: 'theirs',
      fastModel: 'theirs',
      utilityModel: 'same as above',
      embeddingModel: 'none: keyword recall only',
    })
    const stored = provider({ keyLast4: '1234', keyFrom: 'settings' })
    expect(placeholders(stored, empty).apiKey).toBe('A key ending in 1234 is stored')
    expect(placeholders(stored, { ...empty, baseUrl: 'http://other.test/v1' })).toMatchObject({
      apiKey: 'The stored key is for another URL',
      reflectiveModel: 'Choose one, or type its name',
      fastModel: 'same as above',
    })
  })
})
