import type { Runtime } from '@/lib/shared/runtime'
import { createModels, type ModelOptions } from './call/call'
import type { Models } from './models'
import { DEFAULT_PRICES } from './prices'
import type { Reach } from './reach/reach'
import type { ModelConfig, ModelRequest, ModelResult } from './types'

/** A deterministic runtime for tests: a fixed start of the clock, ids that count up, no randomness. */
export function testRuntime(start = '2026-10-21T07:28:00.000Z'): Runtime {
  const began = performance.now()
  let ids = 0
  return {
    now: () => new Date(Date.parse(start) + performance.now() - began),
    id: (prefix) => `${prefix}_${String(++ids).padStart(20, '0')}`,
    random: () => 0.5,
  }
}

export const testRequest = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'You are a test.',
  user: 'What is the capital of Peru?',
  exchanges: [],
  tools: [],
  toolChoice: 'auto',
  maxOutputTokens: 100,
  signal: new AbortController().signal,
  ...more,
})

type Result = Partial<Omit<ModelResult, 'usage'>> & { usage?: Partial<ModelResult['usage']> }
/** What a scripted model gives: a call that went well, unless said otherwise. */
export const resultOf = ({ usage, calls = [], aborted = false, ...more }: Result): ModelResult => ({
  ...{ error: null, aborted, text: '', reasoning: '', tries: [], firstMs: 1, totalMs: 2 },
  ...{ provider: 'scripted', model: 'scripted-1', calls },
  finish: aborted ? 'aborted' : more.error ? 'error' : calls.length ? 'tool-calls' : 'stop',
  ...more,
  usage: {
    ...{ inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 },
    ...{ estimated: false, costMicros: 0, ...usage },
  },
})

export const configAt = (
  baseUrl: string,
  api: 'chat' | 'responses',
  more: { apiKey?: string | null; model?: string; reach?: Reach } = {},
): ModelConfig => ({
  provider: 'openai',
  baseUrl,
  apiKey: 'sk-test-SECRET-0123456789',
  api,
  model: 'gpt-5.4-mini',
  reach: 'own',
  ...more,
})

/** Timeouts short enough for tests. */
export const QUICK = { firstChunkMs: 300, chunkGapMs: 200, totalMs: 4_000, drainMs: 200 }

/** Records waits between attempts instead of waiting. */
export function testModels(
  config: ModelConfig,
  more: Partial<ModelOptions> = {},
): { models: Models; waits: number[]; logged: string[] } {
  const waits: number[] = []
  const logged: string[] = []
  const note = (fields: Record<string, unknown>, message: string) =>
    void logged.push(JSON.stringify({ ...fields, message }))
  const models = createModels(() => config, {
    runtime: testRuntime(),
    prices: DEFAULT_PRICES,
    log: { info: note, warn: note },
    gate: null,
    // Generous, because they only have to end calls that hang, even on a busy machine.
    timeouts: { firstChunkMs: 120_000, chunkGapMs: 120_000, totalMs: 240_000, drainMs: 60_000 },
    sleep: async (ms) => void waits.push(ms),
    ...more,
  })
  return { models, waits, logged }
}
