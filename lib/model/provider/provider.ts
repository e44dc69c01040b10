import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProviderMetadata } from 'ai'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import type { ModelConfig } from '@/lib/model/types'
import { isOpenAI, OFFLINE_MODEL, OPENAI_BASE_URL } from './defaults'

/** The key and the address are always given: the package would otherwise read the process's own from the environment and send them elsewhere. */
export function languageModel(config: ModelConfig, fetch: typeof globalThis.fetch): LanguageModelV4 {
  if (config.provider === 'offline') return new OfflineModel({ delayMs: config.delayMs })
  const provider = createOpenAI({
    apiKey: config.apiKey ?? 'none',
    baseURL: config.baseUrl ?? OPENAI_BASE_URL,
    fetch,
  })
  return config.api === 'responses' ? provider.responses(config.model) : provider.chat(config.model)
}

/** Settings beyond the common ones, as few as possible: many compatible servers refuse what they do not know. */
export function providerOptions(
  config: ModelConfig,
  strictSchema: boolean,
  summary: boolean,
): ProviderMetadata {
  if (config.provider === 'offline') return {}
  return {
    openai: {
      strictJsonSchema: strictSchema,
      ...(config.api === 'responses' ? { store: false } : {}),
      ...(config.api === 'responses' && summary && isOpenAI(config.baseUrl)
        ? { reasoningSummary: 'auto' }
        : {}),
      ...(isOpenAI(config.baseUrl) ? {} : { systemMessageMode: 'system' }),
    },
  }
}

/** Where a config's calls go, as errors show it: no scheme, path, name or password. */
export function hostOf(config: ModelConfig): string {
  if (config.provider === 'offline') return 'this machine'
  const address = config.baseUrl ?? OPENAI_BASE_URL
  return URL.canParse(address) ? new URL(address).host : 'an unreadable address'
}

/** How a config is named in the ledger and in the interface. */
export function nameOf(config: ModelConfig): { provider: string; model: string; offline: boolean } {
  if (config.provider === 'offline') return { provider: 'offline', model: OFFLINE_MODEL, offline: true }
  const { baseUrl } = config
  const provider =
    baseUrl === null || isOpenAI(baseUrl)
      ? 'openai'
      : URL.canParse(baseUrl)
        ? new URL(baseUrl).host
        : 'unknown'
  return { provider, model: config.model, offline: false }
}
