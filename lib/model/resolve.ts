import type { Env } from '@/lib/config/env'
import { DEFAULT_MODEL, isOpenAI } from './defaults'
import type { ModelConfig, Role } from './types'

type ModelEnv = Pick<
  Env,
  | 'OPENAI_API_KEY'
  | 'OPENAI_BASE_URL'
  | 'OPENAI_API'
  | 'MNEME_FAST_MODEL'
  | 'MNEME_REFLECTIVE_MODEL'
  | 'MNEME_UTILITY_MODEL'
  | 'MNEME_EMBEDDING_MODEL'
  | 'MNEME_REFLECTIVE_BASE_URL'
  | 'MNEME_REFLECTIVE_API_KEY'
  | 'MNEME_OFFLINE'
  | 'MNEME_OFFLINE_DELAY_MS'
  | 'REFLECTIVE_LLM_PROVIDER'
>

/** What a person typed in Settings about models; null or absent = not set there. */
export type ModelSettings = {
  baseUrl?: string | null
  apiKey?: string | null
  api?: 'responses' | 'chat' | null
  models?: Partial<Record<Role, string | null>>
  reflective?: { baseUrl?: string | null; apiKey?: string | null }
  offline?: boolean
}

type Connection = { baseUrl: string | null; apiKey: string | null; api: 'responses' | 'chat' | null }

/**
 * An address and the key for it belong together: a key of the environment is never sent to an address typed in Settings,
 * nor the main key to the reflective address.
 */
function connectionOf(role: Role, env: ModelEnv, settings: ModelSettings): Connection | null {
  const api = settings.api ?? null
  const own = settings.reflective
  if (role === 'reflective' && (own?.baseUrl || own?.apiKey)) {
    return { baseUrl: own.baseUrl ?? settings.baseUrl ?? (own.apiKey ? (env.OPENAI_BASE_URL ?? null) : null), apiKey: own.apiKey ?? null, api }
  }
  if (settings.baseUrl || settings.apiKey) {
    const baseUrl = settings.baseUrl ?? env.OPENAI_BASE_URL ?? null
    const sameAddress = baseUrl !== null && baseUrl === (env.OPENAI_BASE_URL ?? null)
    return { baseUrl, apiKey: settings.apiKey ?? (sameAddress ? (env.OPENAI_API_KEY ?? null) : null), api }
  }
  const envApi = settings.api ?? env.OPENAI_API ?? null
  if (role === 'reflective' && (env.MNEME_REFLECTIVE_BASE_URL || env.MNEME_REFLECTIVE_API_KEY))
    return { baseUrl: env.MNEME_REFLECTIVE_BASE_URL ?? env.OPENAI_BASE_URL ?? null, apiKey: env.MNEME_REFLECTIVE_API_KEY ?? null, api: envApi }
  if (env.OPENAI_API_KEY || env.OPENAI_BASE_URL) return { baseUrl: env.OPENAI_BASE_URL ?? null, apiKey: env.OPENAI_API_KEY ?? null, api: envApi }
  return null
}

/** The model of a role: Settings, then the environment, then the fast role's, then the default. */
function modelOf(role: Role, env: ModelEnv, settings: ModelSettings): string {
  const fromEnv = { fast: env.MNEME_FAST_MODEL, reflective: env.MNEME_REFLECTIVE_MODEL, utility: env.MNEME_UTILITY_MODEL, embedding: env.MNEME_EMBEDDING_MODEL }
  const named = settings.models?.[role] || fromEnv[role]
  return named || (role === 'fast' ? DEFAULT_MODEL : modelOf('fast', env, settings))
}

/**
 * Where one role's calls go. MNEME_OFFLINE wins over everything; without a key and without an address the offline model answers;
 * an address without a key is allowed. `embedding` without a model of its own must not be called (lexical recall).
 */
export function resolveModel(role: Role, env: ModelEnv, settings: ModelSettings = {}): ModelConfig {
  const offline: ModelConfig = { provider: 'offline', delayMs: env.MNEME_OFFLINE_DELAY_MS }
  if (env.MNEME_OFFLINE || settings.offline) return offline
  if (role === 'reflective' && env.REFLECTIVE_LLM_PROVIDER === 'offline' && !settings.baseUrl && !settings.apiKey) return offline
  const connection = connectionOf(role, env, settings)
  if (!connection) return offline
  const baseUrl = connection.baseUrl?.replace(/\/+$/, '') ?? null
  return { provider: 'openai', baseUrl, apiKey: connection.apiKey, api: connection.api ?? (isOpenAI(baseUrl) ? 'responses' : 'chat'), model: modelOf(role, env, settings) }
}
