import { z } from 'zod'
import type { Embedded } from '@/lib/model/embed/embedder'
import type { Models } from '@/lib/model/models'
import type { ModelResult, Role, StructuredRequest, StructuredResult } from '@/lib/model/types'
import { type Failure, toFailure } from '@/lib/shared/errors'
import { imageTokens } from '@/lib/shared/turn/images'
import { parametersOf } from './call/tool-calls'
import { unused } from './call/usage'
import type { PriceTable } from './prices'
import { countTokens } from './tokens'

type Tokens = { inputTokens: number; cachedTokens: number; outputTokens: number }

/**
 * Decides whether a call of this model may run, by the most tokens it may use. Resolves to the reason why not,
 * or to a function that takes the tokens it did use.
 */
export type Gate = (model: string, most: Tokens) => Promise<Failure | ((used: Tokens) => Promise<void>)>

/** The result of a call that never reached a service. */
export const notCalled = (
  { provider, model }: Pick<ModelResult, 'provider' | 'model'>,
  error: Failure,
  prices: PriceTable,
): ModelResult => ({
  ...{ error, aborted: false, text: '', reasoning: '', calls: [], finish: 'error' as const },
  ...{ usage: unused(model, prices), tries: [], firstMs: null, totalMs: 0, provider, model },
})

/** All texts, schemas and images of a request as tokens, whatever its form. */
function tokensIn(value: unknown): number {
  if (typeof value === 'string') return countTokens(value)
  if (value instanceof z.ZodType) return countTokens(JSON.stringify(parametersOf(value)))
  if (typeof value !== 'object' || value === null || value instanceof AbortSignal) return 0
  if ('bytes' in value && 'width' in value && 'height' in value)
    return imageTokens(value as { width: number; height: number })
  if (ArrayBuffer.isView(value)) return 0
  return Object.values(value).reduce((sum: number, part) => sum + tokensIn(part), 0)
}

/** A fifth more than our own count: services count differently, and add marks around messages and tools. */
const promptTokens = (request: object) => Math.ceil(tokensIn(request) * 1.2) + 100

/** The same models behind a gate. The built-in engine needs none: it costs nothing. */
export function gated(models: Models, gate: Gate, prices: PriceTable): Models {
  async function through<R>(
    to: { provider: string; model: string; offline?: boolean },
    most: Tokens,
    run: () => Promise<R>,
    { usedOf, refused }: { usedOf(result: R): Tokens; refused(error: Failure): R },
  ): Promise<R> {
    if (to.offline) return run()
    const admitted = await gate(to.model, most).catch(toFailure)
    if (typeof admitted !== 'function') return refused(admitted)
    const result = await run()
    await admitted(usedOf(result))
    return result
  }
  const { embedder } = models
  return {
    ...models,
    call(role, request, sink) {
      const to = models.describe(role)
      const { maxOutputTokens: outputTokens } = request
      const most = { inputTokens: promptTokens(request), cachedTokens: 0, outputTokens }
      return through<ModelResult>(to, most, () => models.call(role, request, sink), {
        usedOf: ({ usage }) => usage,
        refused: (error) => notCalled(to, error, prices),
      })
    },
    structured<T>(role: Role, request: StructuredRequest<T>) {
      const to = models.describe(role)
      const [prompt, answer] = [promptTokens(request), request.maxOutputTokens]
      // An answer that does not fit is sent back once.
      const most = { inputTokens: 2 * prompt + answer, cachedTokens: 0, outputTokens: 2 * answer }
      return through<StructuredResult<T>>(to, most, () => models.structured(role, request), {
        usedOf: ({ result }) => result.usage,
        refused: (error) => ({ value: null, result: notCalled(to, error, prices) }),
      })
    },
    embedder: embedder && {
      ...embedder,
      embed(texts, options) {
        const most = { inputTokens: promptTokens(texts), cachedTokens: 0, outputTokens: 0 }
        return through<Embedded>(embedder, most, () => embedder.embed(texts, options), {
          usedOf: ({ usage }) => usage,
          refused: (error) => ({
            ...{ vectors: null, error, aborted: false, tries: [], notices: [], ms: 0 },
            usage: unused(embedder.model, prices),
          }),
        })
      },
    },
  }
}
