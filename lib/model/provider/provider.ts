import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProviderMetadata } from 'ai'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import type { ModelConfig } from '@/lib/model/types'
import { isOpenAI, OFFLINE_MODEL, OPENAI_BASE_URL } from './defaults'

/**
 * Key and address are always passed. Otherwise the package would read the process's own from the environment
 * and send them elsewhere.
 */
export function languageModel(config: ModelConfig, fetch: typeof globalThis.fetch): LanguageModelV4 {
  if (config.provider === 'offline') return new OfflineModel({ delayMs: config.delayMs })
  const provider = createOpenAI({
    apiKey: config.apiKey ?? 'none',
    baseURL: config.baseUrl ?? OPENAI_BASE_URL,
    fetch,
  })
  return config.api === 'responses' ? provider.responses(config.model) : provider.chat(config.model)
}

/** As few extra settings as possible: many compatible servers refuse unknown ones. */
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

/** The host of a config's calls for error messages: no scheme, path, user name or password. */
export function hostOf(config: ModelConfig): string {
  if (config.provider === 'offline') return 'this machine'
  const address = config.baseUrl ?? OPENAI_BASE_URL
  return URL.canParse(address) ? new URL(address).host : 'an unreadable address'
}

/** A config's name in the ledger and in the interface. */
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
