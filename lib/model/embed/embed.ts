import { embedMany } from 'ai'
import type { Deps } from '@/lib/model/call/attempt'
import { type Problem, problem, problemOf, problemOnWire, tooSlow } from '@/lib/model/call/failure'
import { createRedact } from '@/lib/model/call/redact'
import { sleep, waitToRetry } from '@/lib/model/call/retry'
import { NO_USAGE, sumUsage, UNUSABLE_COUNTS, unused } from '@/lib/model/call/usage'
import { Wire } from '@/lib/model/call/wire/wire'
import { admitCall } from '@/lib/model/gate'
import { costMicros } from '@/lib/model/prices'
import { hostOf, modelNamed, serviceOf } from '@/lib/model/provider/provider'
import { fetchWithin } from '@/lib/model/reach/reach-fetch'
import { countTokens } from '@/lib/model/tokens'
import type { ServiceConfig, Try } from '@/lib/model/types'
import { countSchema } from '@/lib/shared/count'
import type { Failure } from '@/lib/shared/errors'
import type { Embedded, Embedder } from './embedder'

type Options = Pick<Deps, 'runtime' | 'prices' | 'log' | 'gate'> & Partial<Pick<Deps, 'fetch' | 'sleep'>>

function flaw(vectors: number[][], texts: number): string | null {
  if (vectors.length !== texts) return `${vectors.length} for ${texts} texts`
  const dims = vectors[0]?.length ?? 0
  if (dims === 0) return 'they are empty'
  if (vectors.some((vector) => vector.length !== dims)) return 'they differ in length'
  const lengths = vectors.map(lengthOf)
  if (!lengths.every(Number.isFinite)) return 'they contain invalid numbers'
  return lengths.includes(0) ? 'they contain only zeros' : null
}

const unusable = (why: string): Problem =>
  problem(
    'provider_error',
    `The embedding model returned unusable vectors: ${why}.`,
    'Check the embedding model in Settings.',
  )

/**
 * Calls an embedding model over `/embeddings`. Never throws: a failure is a value. Every try counts as usage.
 */
export function createEmbedder(config: ServiceConfig, options: Options): Embedder {
  const { provider, model } = modelNamed(config)
  const { runtime, prices, log, gate } = options
  const redact = createRedact([config.apiKey])
  const [hasKey, host] = [config.apiKey !== null, hostOf(config)]

  return {
    provider,
    model,
    space: `${provider} ${model}`,
    async embed(texts, { signal, timeoutMs, retries }) {
      const started = runtime.now()
      const tries: Try[] = []
      let notices: string[] = []
      const counted = () => countTokens(texts.join('\n'))
      const end = (vectors: Float32Array[] | null, error: Failure | null): Embedded => ({
        vectors,
        error,
        aborted: signal.aborted,
        usage: sumUsage(tries.map((each) => each.usage)) ?? unused(model, prices),
        tries,
        notices,
        ms: runtime.now().getTime() - started.getTime(),
      })
      for (;;) {
        const admitted = await admitCall(gate, model, counted)
        if (typeof admitted !== 'function') return end(null, admitted)
        const at = runtime.now()
        const wire = new Wire(null, { drainMs: 0 })
        const fetch = wire.tap(options.fetch ?? fetchWithin(config.reach), hasKey)
        const timeout = AbortSignal.timeout(timeoutMs)
        const got = await embedMany({
          model: serviceOf(config, fetch).embeddingModel(model),
          values: texts,
          maxRetries: 0,
          abortSignal: AbortSignal.any([signal, timeout]),
        }).catch((error: unknown) => ({ error, embeddings: null, usage: { tokens: Number.NaN } }))
        const isSlow = got.embeddings === null && timeout.aborted && !signal.aborted
        const about = { redact, hasKey, host, now: at }
        const wrong = got.embeddings && flaw(got.embeddings, texts.length)
        const found = got.embeddings
          ? wrong
            ? unusable(wrong)
            : null
          : isSlow
            ? tooSlow('first', timeoutMs, host)
            : (problemOnWire(wire, about) ?? problemOf(got.error, wire, about))
        const tokens = countSchema.safeParse(got.usage.tokens).data
        if (tokens === undefined && !Number.isNaN(got.usage.tokens)) notices = [UNUSABLE_COUNTS]
        const counts = { ...NO_USAGE, inputTokens: tokens || counted() }
        const worked = got.embeddings !== null || isSlow
        const usage = { ...counts, estimated: !tokens, costMicros: costMicros(model, counts, prices) }
        const reason = signal.aborted ? 'stopped' : (found?.failure.message ?? 'ok')
        tries.push({
          at: at.toISOString(),
          ms: runtime.now().getTime() - at.getTime(),
          ok: reason === 'ok',
          reason,
          usage: worked ? usage : null,
        })
        await admitted(worked ? usage : NO_USAGE)
        if (signal.aborted) return end(null, null)
        if (!found) return end((got.embeddings ?? []).map(normalised), null)
        const { failure, status } = found
        const fields = { provider, model, try: tries.length, code: failure.code, status, said: failure.said }
        log.warn(fields, redact(failure.message))
        const patience = { runtime, sleep: options.sleep ?? sleep, maxRetries: retries, signal }
        const refused = await waitToRetry(found, tries.length, patience)
        if (refused || signal.aborted) return end(null, signal.aborted ? null : refused)
      }
    },
  }
}

function lengthOf(vector: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) ** 2
  return Math.sqrt(sum)
}

/** Scales to length 1, so that a dot product is the cosine. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  const length = lengthOf(vector)
  return Float32Array.from(vector, (value) => (length > 0 ? value / length : 0))
}
