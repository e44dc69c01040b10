import type { Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { createModels, type ModelOptions } from './call'
import type { ModelConfig } from './types'

export type Connected = { provider: string; model: string; ms: number }

/** Asks the configured model for one word, once. A model that spends its few tokens on thought and says nothing is reachable all the same. */
export async function testConnection(config: ModelConfig, options: ModelOptions, signal: AbortSignal): Promise<Result<Connected>> {
  const models = createModels(() => config, {
    ...options,
    maxRetries: 0,
    timeouts: { totalMs: limits.model.testTotalMs, firstChunkMs: limits.model.testTotalMs, ...options.timeouts },
  })
  const answer = await models.call('fast', {
    system: '',
    user: 'Reply with the word OK.',
    exchanges: [],
    tools: [],
    toolChoice: 'none',
    maxOutputTokens: limits.model.testOutputTokens,
    signal,
  })
  if (answer.aborted) return { ok: false, error: { code: 'provider_timeout', message: 'The test was stopped.' } }
  if (answer.error && answer.error.code !== 'provider_empty') return { ok: false, error: answer.error }
  return { ok: true, value: { provider: answer.provider, model: answer.model, ms: answer.totalMs } }
}
