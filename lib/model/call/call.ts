import { createEmbedder } from '@/lib/model/embed/embed'
import type { Models } from '@/lib/model/models'
import { missingModel, modelNamed } from '@/lib/model/provider/provider'
import { type TimeSettings, timeoutsOf } from '@/lib/model/provider/timeouts'
import { fetchWithin } from '@/lib/model/reach/reach-fetch'
import type { ModelConfig, Role, ServiceConfig, StructuredResult } from '@/lib/model/types'
import { type Failure, toFailure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Deps, Timeouts } from './attempt'
import { createRedact } from './redact'
import { sleep } from './retry'
import { runCall } from './run-call'
import { runStructured } from './structured/structured'
import { SupportMemory } from './support/support'
import { unused } from './usage'

/** `timeouts` = in place of `times`, for tests and the connection test; `fetch` = for tests. */
export type ModelOptions = Pick<Deps, 'runtime' | 'prices' | 'log' | 'gate'> &
  Partial<Pick<Deps, 'fetch' | 'maxRetries' | 'sleep' | 'support'>> & {
    /** What a person set; by default by service. */
    times?: TimeSettings
    timeouts?: Partial<Timeouts>
    /** Absent or null = texts are not embedded. */
    embedding?: ServiceConfig | null
  }

/** The model layer. `resolve` is called for every call and says where it goes. */
export function createModels(resolve: (role: Role) => ModelConfig, options: ModelOptions): Models {
  const support = options.support ?? new SupportMemory()
  const { drainMs, maxRetries } = limits.model
  const depsOf = (config: ModelConfig): Deps => ({
    runtime: options.runtime,
    gate: options.gate,
    prices: options.prices,
    log: options.log,
    fetch: options.fetch ?? fetchWithin(config.provider === 'openai' ? config.reach : 'public'),
    timeouts: { ...timeoutsOf(config, options.times), drainMs, ...options.timeouts },
    maxRetries: options.maxRetries ?? maxRetries,
    sleep: options.sleep ?? sleep,
    support,
    redact: createRedact([config.provider === 'openai' ? config.apiKey : null]),
  })
  globalThis.AI_SDK_LOG_WARNINGS = false

  /** A call never throws, even if it hits a bug in Mneme. */
  async function made<T>(
    role: Role,
    run: (config: ModelConfig, deps: Deps) => Promise<StructuredResult<T>>,
  ): Promise<StructuredResult<T>> {
    const config = resolve(role)
    const deps = depsOf(config)
    const { provider, model } = modelNamed(config)
    const notMade = (error: Failure): StructuredResult<T> => ({
      value: null,
      result: {
        ...{ error, aborted: false, text: '', reasoning: '', calls: [], finish: 'error' },
        ...{ usage: unused(model, deps.prices), tries: [], firstMs: null, totalMs: 0, provider, model },
      },
    })
    const missing = missingModel(config)
    if (missing) return notMade(missing)
    return run(config, deps).catch((error: unknown) => {
      const fields = { provider, model, error: deps.redact(String(error)) }
      deps.log.warn(fields, 'a model call failed inside Mneme')
      return notMade(toFailure(error))
    })
  }
  return {
    embedder: options.embedding ? createEmbedder(options.embedding, options) : null,
    describe: (role) => modelNamed(resolve(role)),
    contextTokens: (role) => support.of(resolve(role)).contextTokens,
    async call(role, request, sink = {}) {
      const { result } = await made(role, async (config, deps) => ({
        value: null,
        result: await runCall({ config, request, format: request.format ?? null, followUps: [], sink }, deps),
      }))
      return result
    },
    structured: (role, request) => made(role, (config, deps) => runStructured(config, request, deps)),
  }
}
