import { describe, expect, it } from 'vitest'
import { configAt } from '@/lib/model/testing'
import { isNearby, timeoutsOf } from './timeouts'

const at = (url: string) => timeoutsOf(configAt(url, 'chat'))

describe('how long a call may take', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234/v1',
    'http://[::1]:8080/v1',
    'http://192.168.1.20:8000/v1',
    'http://10.0.0.7/v1',
    'http://[fd00::5]/v1',
    'http://ollama:11434/v1',
    'http://gpu.local:8000/v1',
    'http://host.docker.internal:11434/v1',
  ])('is 10 minutes to the first byte, 3 of silence and no total for %s', (url) =>
    expect(at(url)).toEqual({ firstChunkMs: 600_000, chunkGapMs: 180_000, totalMs: null }),
  )

  it.each(['https://api.openai.com/v1', 'https://openrouter.ai/api/v1', 'http://8.8.8.8/v1'])(
    'is a minute, a minute and 15 minutes for %s',
    (url) => expect(at(url)).toEqual({ firstChunkMs: 60_000, chunkGapMs: 60_000, totalMs: 900_000 }),
  )

  it('is what a person set, each time by itself', () => {
    const config = configAt('https://api.test/v1', 'chat')
    expect(timeoutsOf(config, { chunkGapMs: 5_000 })).toMatchObject({
      firstChunkMs: 60_000,
      chunkGapMs: 5_000,
    })
    expect(timeoutsOf(config, { totalMs: 'none' }).totalMs).toBeNull()
    expect(timeoutsOf(configAt('http://127.0.0.1/v1', 'chat'), { totalMs: 60_000 }).totalMs).toBe(60_000)
  })

  it('OpenAI without an address, and what is no address, are far', () =>
    expect([isNearby(null), isNearby('nonsense')]).toEqual([false, false]))
})
