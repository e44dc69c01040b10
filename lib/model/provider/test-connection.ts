import { z } from 'zod'
import { createModels, type ModelOptions } from '@/lib/model/call/call'
import { SupportMemory } from '@/lib/model/call/support/support'
import type { ModelConfig, ToolSpec } from '@/lib/model/types'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { TIME_HINTS, timeoutsOf } from './timeouts'

/**
 * `tools` = how it calls them: `none` = it called none; null = not tested, see `toolError`. `refusal` = the
 * service's words against tools; null = it takes them.
 */
export type Connected = {
  provider: string
  model: string
  ms: number
  streams: boolean
  tools: 'native' | 'text' | 'none' | null
  toolError: Failure | null
  refusal: string | null
}

const SLOW: Failure = {
  code: 'provider_timeout',
  message: `The model did not answer a test within ${limits.model.testTotalMs / 60_000} minutes.`,
  hint: 'It may still be loading. Test it again, or save it: answers may take longer.',
}
const STOPPED: Failure = { code: 'provider_timeout', message: 'The test was stopped.' }
const COUNT = 'Write the numbers from one to ten as words.'
const CALL = 'Call report_ready with the word OK.'
/** What a test asks. Another Mneme that is tested keeps nothing of it. */
export const PROBES = [COUNT, CALL]
const TOOL: ToolSpec = {
  name: 'report_ready',
  description: 'Reports that you can call tools.',
  inputSchema: z.object({ word: z.string() }),
}

const silent = (hasThought: boolean): Failure => ({
  code: 'provider_empty',
  message: hasThought ? 'Only thought, gave no answer.' : 'Answered with nothing.',
  hint: 'Test it again, or choose another model.',
})

/** Asks a model for a few words, and for a tool call. What that teaches replaces what was known of it. */
export async function testConnection(
  config: ModelConfig,
  options: ModelOptions,
  signal: AbortSignal,
): Promise<Result<Connected>> {
  const support = new SupportMemory()
  const { testTotalMs } = limits.model
  const totalMs = Math.min(timeoutsOf(config, options.times).totalMs ?? testTotalMs, testTotalMs)
  const why = (error: Failure) => (error.hint === TIME_HINTS.total && totalMs === testTotalMs ? SLOW : error)
  const models = createModels(() => config, {
    ...options,
    support,
    maxRetries: 0,
    timeouts: { totalMs, ...options.timeouts },
  })
  const base = { system: '', exchanges: [], maxOutputTokens: limits.model.testOutputTokens, signal }
  let pieces = 0
  const heard = () => void pieces++
  const answer = await models.call(
    'fast',
    { ...base, user: COUNT, tools: [], toolChoice: 'none' },
    { onText: heard, onReasoning: heard },
  )
  if (answer.aborted) return { ok: false, error: STOPPED }
  if (answer.error?.code === 'provider_empty')
    return { ok: false, error: silent(answer.reasoning !== '' || answer.usage.reasoningTokens > 0) }
  if (answer.error) return { ok: false, error: why(answer.error) }
  const asked = {
    user: CALL,
    tools: [TOOL],
    toolChoice: 'required' as const,
  }
  const { calls, error, aborted, refusal = '' } = await models.call('fast', { ...base, ...asked })
  const failed = aborted ? STOPPED : error && error.code !== 'provider_empty' ? why(error) : null
  const learned = support.of(config)
  if (!failed) options.support?.replace(config, learned)
  const called = learned.tools === 'text' ? 'text' : 'native'
  return {
    ok: true,
    value: {
      ...{ provider: answer.provider, model: answer.model, ms: answer.totalMs },
      streams: pieces !== 1,
      tools: failed ? null : calls.length > 0 ? called : 'none',
      toolError: failed,
      refusal: learned.tools === 'text' ? refusal : null,
    },
  }
}
