import type { Env } from '@/lib/config/env'
import { type Reach, reachOfTyped } from '@/lib/model/reach/reach'
import type { ModelConfig, Role, ServiceConfig } from '@/lib/model/types'
import { DEFAULT_MODEL, isOpenAI, serviceAddress } from './defaults'

type ModelEnv = Partial<Env>

/** What was typed in Settings; null or absent = nothing. `apiKey` is the one stored for this address. */
export type ModelSettings = {
  baseUrl?: string | null
  apiKey?: string | null
  api?: 'responses' | 'chat' | null
  models?: Partial<Record<Role, string | null>>
  offline?: boolean
}

const isSame = (a: string | null, b: string | null) => serviceAddress(a) === serviceAddress(b)
const hasOwn = (settings: ModelSettings) => Boolean(settings.baseUrl || settings.apiKey)

/** The address for roles without their own: from Settings, else from the environment; null = OpenAI's own. */
export const baseUrlOf = (env: Pick<ModelEnv, 'OPENAI_BASE_URL'>, settings: ModelSettings) =>
  settings.baseUrl || env.OPENAI_BASE_URL || null

/**
 * Whether the environment's service for thinking applies: not if Settings have their own, and a model for it.
 */
const keepsReflective = (env: ModelEnv, settings: ModelSettings) =>
  !(hasOwn(settings) && settings.models?.reflective) &&
  Boolean(env.MNEME_REFLECTIVE_BASE_URL || env.MNEME_REFLECTIVE_API_KEY)

/**
 * A key only goes to its own address: the environment's never to one typed in Settings, the main one never to
 * the reflective service.
 */
export function connectionOf(role: Role, env: ModelEnv, settings: ModelSettings) {
  const baseUrl = baseUrlOf(env, settings)
  const isEnvs = isSame(baseUrl, env.OPENAI_BASE_URL ?? null)
  if (role === 'reflective' && keepsReflective(env, settings)) {
    const api = hasOwn(settings) ? env.OPENAI_API : (settings.api ?? env.OPENAI_API)
    return {
      baseUrl: env.MNEME_REFLECTIVE_BASE_URL ?? env.OPENAI_BASE_URL ?? null,
      apiKey: env.MNEME_REFLECTIVE_API_KEY ?? null,
      api: api ?? null,
      from: 'reflective environment' as const,
    }
  }
  if (!hasOwn(settings) && !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return null
  const apiKey = settings.apiKey ?? (isEnvs ? (env.OPENAI_API_KEY ?? null) : null)
  return {
    baseUrl,
    apiKey,
    api: settings.api ?? (isEnvs ? (env.OPENAI_API ?? null) : null),
    from: isEnvs ? ('environment' as const) : ('settings' as const),
  }
}
type Connection = NonNullable<ReturnType<typeof connectionOf>>

/** The environment's addresses and OpenAI's own are trusted. */
const reachOf = (env: ModelEnv, { baseUrl, from }: Pick<Connection, 'baseUrl' | 'from'>): Reach =>
  baseUrl === null || from !== 'settings' ? 'trusted' : reachOfTyped(env, baseUrl)

export const reachOfBaseUrl = (env: ModelEnv, baseUrl: string): Reach =>
  reachOf(env, { baseUrl, from: isSame(baseUrl, env.OPENAI_BASE_URL ?? null) ? 'environment' : 'settings' })

/**
 * The person's choice, else the environment's for its address, else another role's, else OpenAI's default. ''
 * = none.
 */
function modelOf(role: Role, env: ModelEnv, settings: ModelSettings, connection: Connection): string {
  const { from, baseUrl } = connection
  const last = isOpenAI(baseUrl) ? DEFAULT_MODEL : ''
  const own = settings.models ?? {}
  const envs = {
    fast: env.MNEME_FAST_MODEL,
    reflective: env.MNEME_REFLECTIVE_MODEL,
    utility: env.MNEME_UTILITY_MODEL,
    embedding: env.MNEME_EMBEDDING_MODEL,
  }
  if (from === 'reflective environment') {
    const main = isSame(baseUrl, env.OPENAI_BASE_URL ?? null) ? envs.fast : undefined
    return own.reflective || envs.reflective || main || last
  }
  const theirs: Partial<typeof envs> = from === 'environment' ? envs : {}
  const reflectiveElsewhere = keepsReflective(env, settings)
  const mine = [own.fast, theirs.fast, reflectiveElsewhere ? null : own.reflective, own.utility]
  const elses = isOpenAI(baseUrlOf(env, settings))
    ? []
    : [reflectiveElsewhere ? null : theirs.reflective, theirs.utility]
  return own[role] || theirs[role] || [...mine, ...elses].find(Boolean) || last
}

/** The embedding service; null without an embedding model, so that recall ranks by words alone. */
export function resolveEmbedding(env: ModelEnv, settings: ModelSettings = {}): ServiceConfig | null {
  const config = resolveModel('embedding', env, settings)
  const isEnvs = connectionOf('embedding', env, settings)?.from === 'environment'
  const model = settings.models?.embedding || (isEnvs ? env.MNEME_EMBEDDING_MODEL : undefined)
  return config.provider === 'openai' && model ? { ...config, model } : null
}

/**
 * MNEME_OFFLINE overrides everything; without key and address the built-in engine answers. A key is not
 * required.
 */
export function resolveModel(role: Role, env: ModelEnv, settings: ModelSettings = {}): ModelConfig {
  const offline: ModelConfig = { provider: 'offline', delayMs: env.MNEME_OFFLINE_DELAY_MS ?? 0 }
  if (env.MNEME_OFFLINE || settings.offline) return offline
  if (role === 'reflective' && env.REFLECTIVE_LLM_PROVIDER === 'offline' && !hasOwn(settings)) return offline
  const connection = connectionOf(role, env, settings)
  if (!connection) return offline
  const baseUrl = connection.baseUrl?.replace(/\/+$/, '') ?? null
  return {
    provider: 'openai',
    baseUrl,
    apiKey: connection.apiKey,
    api: connection.api ?? (isOpenAI(baseUrl) ? 'responses' : 'chat'),
    model: modelOf(role, env, settings, connection),
    reach: reachOf(env, connection),
  }
}
