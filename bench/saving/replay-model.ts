import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { OfflineModel } from '@/lib/model/offline/offline-model'

/**
 * Answers with the data's messages; thinking, summaries, roll-ups and titles come from the built-in engine.
 */
export class ReplayModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'replay'
  readonly modelId = 'replay'
  readonly supportedUrls = {}
  /** The text of the next answer. */
  answer = ''
  readonly #engine = new OfflineModel({ delayMs: 0 })

  doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const thinks = options.tools?.some((tool) => tool.name === 'continue_thinking')
    return thinks || options.responseFormat?.type === 'json'
      ? this.#engine.doStream(options)
      : new ScriptedModel([{ text: this.answer }]).doStream(options)
  }

  doGenerate(): Promise<LanguageModelV4GenerateResult> {
    return Promise.reject(new Error('Mneme streams every call'))
  }
}
