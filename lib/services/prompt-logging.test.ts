import { afterEach, describe, expect, it, vi } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import { testDb, testRuntime } from '@/lib/db/testing'
import { logger } from './log'
import { modelsFor } from './model-settings'

const real = env()
afterEach(() => setEnv(real))

describe('ENABLE_PROMPT_LOGGING', () => {
  it('writes what a call sends at debug, and nothing without it', async () => {
    const { db, ownerId, close } = await testDb()
    const logged = async (on: string): Promise<unknown[]> => {
      const parsed = parseEnv({
        MNEME_OFFLINE: '1',
        MNEME_OFFLINE_DELAY_MS: '0',
        MNEME_SECRET: 'a secret for the tests only',
        ENABLE_PROMPT_LOGGING: on,
      })
      if (parsed.ok) setEnv(parsed.env)
      const debug = vi.spyOn(logger(), 'debug').mockImplementation(() => {})
      const request = {
        system: 'Rules.',
        user: 'A question.',
        exchanges: [],
        tools: [],
        toolChoice: 'none' as const,
        maxOutputTokens: 50,
        signal: new AbortController().signal,
      }
      await (await modelsFor(db, ownerId, testRuntime())).call('fast', request)
      const calls = debug.mock.calls.map(([fields]) => fields)
      debug.mockRestore()
      return calls
    }
    expect(await logged('true')).toMatchObject([
      { role: 'fast', provider: 'offline', system: 'Rules.', user: 'A question.' },
    ])
    expect(logger().isLevelEnabled('debug')).toBe(true)
    expect(await logged('false')).toEqual([])
    await close()
  })
})
