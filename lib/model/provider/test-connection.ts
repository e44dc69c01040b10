import { createModels, type ModelOptions } from '@/lib/model/call/call'
import { createRedact } from '@/lib/model/call/redact'
import type { ModelConfig } from '@/lib/model/types'
import type { Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

/** `text` is the model's reply, shortened and redacted. */
export type Connected = { provider: string; model: string; ms: number; text: string }

/** Asks the model for one word. An empty reply counts: a model may spend its few tokens on reasoning. */
export async function testConnection(
  config: ModelConfig,
  options: ModelOptions,
  signal: AbortSignal,
): Promise<Result<Connected>> {
  const models = createModels(() => config, {
    ...options,
    maxRetries: 0,
    timeouts: {
      totalMs: limits.model.testTotalMs,
      firstChunkMs: limits.model.testTotalMs,
      ...options.timeouts,
    },
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
  if (answer.aborted)
    return { ok: false, error: { code: 'provider_timeout', message: 'The test was stopped.' } }
  if (answer.error && answer.error.code !== 'provider_empty') return { ok: false, error: answer.error }
  const redact = createRedact([config.provider === 'openai' ? config.apiKey : null])
  const text = redact(answer.text).trim().slice(0, limits.model.testShownChars)
  return { ok: true, value: { provider: answer.provider, model: answer.model, ms: answer.totalMs, text } }
}
