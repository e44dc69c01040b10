import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProviderMetadata } from 'ai'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import type { ModelConfig, ServiceConfig } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { isOpenAI, NO_MODEL, OPENAI_BASE_URL } from './defaults'

/** With key and address: the package would use the environment's and send them elsewhere. */
export const serviceOf = ({ apiKey, baseUrl }: ServiceConfig, fetch: typeof globalThis.fetch) =>
  createOpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? OPENAI_BASE_URL, fetch })

export function languageModel(config: ModelConfig, fetch: typeof globalThis.fetch): LanguageModelV4 {
  if (config.provider === 'offline') return new OfflineModel({ delayMs: config.delayMs })
  if (config.api === 'responses') return serviceOf(config, fetch).responses(config.model)
  return createOpenAICompatible({
    name: 'service',
    apiKey: config.apiKey ?? 'none',
    baseURL: config.baseUrl ?? OPENAI_BASE_URL,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  }).chatModel(config.model)
}

/** As few as possible, because many compatible servers refuse unknown settings. */
export function providerOptions(
  config: ModelConfig,
  strictSchema: boolean,
  summary: boolean,
): ProviderMetadata {
  if (config.provider === 'offline') return {}
  const strictJsonSchema = strictSchema
  if (config.api === 'chat') return { openaiCompatible: { strictJsonSchema } }
  const own = isOpenAI(config.baseUrl)
  return {
    openai: {
      strictJsonSchema,
      store: false,
      ...(summary && own ? { reasoningSummary: 'auto' } : {}),
      ...(own ? {} : { systemMessageMode: 'system' }),
    },
  }
}

/** The host of a config's calls for error messages: no scheme, path, user name or password. */
export function hostOf(config: ModelConfig): string {
  if (config.provider === 'offline') return 'this machine'
  const address = config.baseUrl ?? OPENAI_BASE_URL
  return URL.canParse(address) ? new URL(address).host : 'an unreadable address'
}

export const missingModel = (config: ModelConfig): Failure | null =>
  config.provider === 'offline' || config.model
    ? null
    : {
        code: 'provider_error',
        message: `No model of ${hostOf(config)} is chosen.`,
        hint: 'Choose one in Settings, or set MNEME_FAST_MODEL or MNEME_REFLECTIVE_MODEL.',
      }

export function modelNamed(config: ModelConfig): { provider: string; model: string; offline: boolean } {
  if (config.provider === 'offline') return { provider: 'offline', model: OFFLINE_MODEL, offline: true }
  const { baseUrl } = config
  const model = config.model || NO_MODEL
  if (baseUrl === null || isOpenAI(baseUrl)) return { provider: 'openai', model, offline: false }
  return { provider: URL.canParse(baseUrl) ? new URL(baseUrl).host : 'unknown', model, offline: false }
}
