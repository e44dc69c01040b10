import type { Env } from '@/lib/config/env'
import { type Reach, reachOfTyped } from '@/lib/model/reach/reach'
import type { ModelConfig, Role, ServiceConfig } from '@/lib/model/types'
import { addressOf, DEFAULT_MODEL, isOpenAI } from './defaults'

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
  | 'MNEME_ACCESS_TOKEN'
  | 'MNEME_MODEL_HOSTS'
>

/** What a person typed in Settings about models; null or absent = not set there. `apiKey` is the one stored for this address. */
export type ModelSettings = {
  baseUrl?: string | null
  apiKey?: string | null
  api?: 'responses' | 'chat' | null
  models?: Partial<Record<Role, string | null>>
  offline?: boolean
}

type Connection = {
  baseUrl: string | null
  apiKey: string | null
  api: 'responses' | 'chat' | null
  from: 'settings' | 'environment' | 'reflective environment'
}
const isSame = (a: string | null, b: string | null) => addressOf(a) === addressOf(b)
const hasOwn = (settings: ModelSettings) => Boolean(settings.baseUrl || settings.apiKey)

/** The address that holds without a role's own one: Settings', else the environment's; null = OpenAI's own. */
export const baseUrlOf = (env: Pick<ModelEnv, 'OPENAI_BASE_URL'>, settings: ModelSettings) =>
  settings.baseUrl || env.OPENAI_BASE_URL || null

/** The separate service that the environment names for thinking; a person's own service takes its place once they name a model of it for thinking. */
const keepsReflective = (env: ModelEnv, settings: ModelSettings) =>
  !(hasOwn(settings) && settings.models?.reflective) &&
  Boolean(env.MNEME_REFLECTIVE_BASE_URL || env.MNEME_REFLECTIVE_API_KEY)

/**
 * An address and the key for it belong together: a key of the environment is never sent to an address typed in Settings,
 * nor the main key to the reflective address.
 */
export function connectionOf(role: Role, env: ModelEnv, settings: ModelSettings): Connection | null {
  const baseUrl = baseUrlOf(env, settings)
  const isEnvs = isSame(baseUrl, env.OPENAI_BASE_URL ?? null)
  if (role === 'reflective' && keepsReflective(env, settings)) {
    const api = hasOwn(settings) ? env.OPENAI_API : (settings.api ?? env.OPENAI_API)
    return {
      baseUrl: env.MNEME_REFLECTIVE_BASE_URL ?? env.OPENAI_BASE_URL ?? null,
      apiKey: env.MNEME_REFLECTIVE_API_KEY ?? null,
      api: api ?? null,
      from: 'reflective environment',
    }
  }
  if (!hasOwn(settings) && !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return null
  const apiKey = settings.apiKey ?? (isEnvs ? (env.OPENAI_API_KEY ?? null) : null)
  return {
    baseUrl,
    apiKey,
    api: settings.api ?? (isEnvs ? (env.OPENAI_API ?? null) : null),
    from: isEnvs ? 'environment' : 'settings',
  }
}

/** OpenAI's own address and those of the environment are named by whoever runs Mneme. */
const reachOf = (env: ModelEnv, { baseUrl, from }: Pick<Connection, 'baseUrl' | 'from'>): Reach =>
  baseUrl === null || from !== 'settings' ? 'trusted' : reachOfTyped(env, baseUrl)

/** The reach of a base URL that is typed in Settings, before it is saved. */
export const reachOfBaseUrl = (env: ModelEnv, baseUrl: string): Reach =>
  reachOf(env, { baseUrl, from: isSame(baseUrl, env.OPENAI_BASE_URL ?? null) ? 'environment' : 'settings' })

/**
 * The model of a role: what the person named for it, then the environment (whose names are those of its own address), then a model
 * named for another role of the same service, then the default, which only OpenAI is sure to have.
 */
function modelOf(role: Role, env: ModelEnv, settings: ModelSettings, from: Connection['from']): string {
  const own = settings.models ?? {}
  const envs = {
    fast: env.MNEME_FAST_MODEL,
    reflective: env.MNEME_REFLECTIVE_MODEL,
    utility: env.MNEME_UTILITY_MODEL,
    embedding: env.MNEME_EMBEDDING_MODEL,
  }
  if (from === 'reflective environment')
    return own.reflective || envs.reflective || envs.fast || DEFAULT_MODEL
  const theirs =
    from === 'environment'
      ? envs
      : { fast: undefined, reflective: undefined, utility: undefined, embedding: undefined }
  const reflectiveElsewhere = keepsReflective(env, settings)
  const mine = [own.fast, theirs.fast, reflectiveElsewhere ? null : own.reflective, own.utility]
  const elses = isOpenAI(baseUrlOf(env, settings))
    ? []
    : [reflectiveElsewhere ? null : theirs.reflective, theirs.utility]
  return own[role] || theirs[role] || [...mine, ...elses].find(Boolean) || DEFAULT_MODEL
}

/** Where texts are embedded; null without an embedding model of its own at the service that holds: then recall ranks by words alone. */
export function resolveEmbedding(env: ModelEnv, settings: ModelSettings = {}): ServiceConfig | null {
  const config = resolveModel('embedding', env, settings)
  const isEnvs = connectionOf('embedding', env, settings)?.from === 'environment'
  const model = settings.models?.embedding || (isEnvs ? env.MNEME_EMBEDDING_MODEL : undefined)
  return config.provider === 'openai' && model ? { ...config, model } : null
}

/**
 * Where one role's calls go. MNEME_OFFLINE wins over everything; without a key and without an address the offline model answers;
 * an address without a key is allowed. `embedding` without a model of its own must not be called (lexical recall).
 */
export function resolveModel(role: Role, env: ModelEnv, settings: ModelSettings = {}): ModelConfig {
  const offline: ModelConfig = { provider: 'offline', delayMs: env.MNEME_OFFLINE_DELAY_MS }
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
    model: modelOf(role, env, settings, connection.from),
    reach: reachOf(env, connection),
  }
}
