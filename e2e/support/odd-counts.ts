import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { usageOf } from './openai-types'

/**
 * A model whose token counts are arbitrary and differ in each call, so that a displayed count can only come
 * from the report.
 */
export function withArbitraryUsage(model: LanguageModelV4): LanguageModelV4 {
  let calls = 0
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options: LanguageModelV4CallOptions) {
      calls += 1
      const usage = usageOf({
        inputTokens: 10_007 + 13 * calls,
        cachedTokens: 101 + calls,
        outputTokens: 503 + 17 * calls,
        reasoningTokens: 29 + calls,
      })
      const { stream } = await model.doStream(options)
      return {
        stream: stream.pipeThrough(
          new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
            transform: (part, out) => out.enqueue(part.type === 'finish' ? { ...part, usage } : part),
          }),
        ),
      }
    },
  }
}
