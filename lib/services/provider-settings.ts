import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { DEFAULT_MODEL } from '@/lib/model/provider/defaults'
import { nameOf } from '@/lib/model/provider/provider'
import { connectionOf, reachOfBaseUrl, resolveModel } from '@/lib/model/provider/resolve'
import { testConnection } from '@/lib/model/provider/test-connection'
import { checkAddress } from '@/lib/model/reach/check-address'
import type { ResolveName } from '@/lib/model/reach/resolve-name'
import type { Role } from '@/lib/model/types'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import type { ProviderSetting } from '@/lib/settings/definitions'
import { saveSetting } from '@/lib/settings/layers'
import { forgetApiKey, hasUnreadableKey, readApiKey, saveApiKey } from '@/lib/settings/secrets'
import type { ProviderDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { logger } from './log'
import { keyAddress, modelSettings, typedSettings } from './model-settings'

/** The models in use and where they come from, with only the last four characters of a key. */
export async function describeProvider(db: Db, ownerId: string): Promise<ProviderDto> {
  const { settings, own } = await modelSettings(db, ownerId)
  const unreadable = await hasUnreadableKey(db, ownerId, keyAddress(own?.baseUrl ?? null))
  const of = (role: Role) => nameOf(resolveModel(role, env(), settings))
  const connection = connectionOf('fast', env(), settings)
  const {
    OPENAI_BASE_URL,
    MNEME_FAST_MODEL,
    MNEME_REFLECTIVE_MODEL,
    MNEME_UTILITY_MODEL,
    MNEME_EMBEDDING_MODEL,
  } = env()
  return {
    roles: { fast: of('fast'), reflective: of('reflective'), utility: of('utility') },
    offline: of('fast').offline,
    baseUrl: connection?.baseUrl ?? null,
    keyLast4: connection?.apiKey?.slice(-4) ?? null,
    keyFrom: settings.apiKey ? 'settings' : connection?.apiKey ? 'environment' : null,
    ...(unreadable ? { keyUnreadable: true as const } : {}),
    own,
    environment: {
      baseUrl: OPENAI_BASE_URL ?? null,
      models: {
        fast: MNEME_FAST_MODEL ?? null,
        reflective: MNEME_REFLECTIVE_MODEL ?? null,
        utility: MNEME_UTILITY_MODEL ?? null,
        embedding: MNEME_EMBEDDING_MODEL ?? null,
      },
      defaultModel: DEFAULT_MODEL,
    },
  }
}

const isNothing = ({ unchecked: _, ...setting }: ProviderSetting) => !Object.values(setting).some(Boolean)

/**
 * A stored key belongs to its address: changing the address removes it unless a new key is given.
 * @throws MnemeError when the address is out of reach. `resolve` is for tests.
 */
export async function saveProvider(
  db: Db,
  ownerId: string,
  setting: ProviderSetting,
  apiKey: string | null,
  resolve?: ResolveName,
): Promise<ProviderDto> {
  const refused = setting.baseUrl
    ? await checkAddress(setting.baseUrl, reachOfBaseUrl(env(), setting.baseUrl), resolve)
    : null
  if (refused) throw new MnemeError(refused.code, refused.message, refused.hint)
  const { own } = await modelSettings(db, ownerId)
  const [was, will] = [keyAddress(own?.baseUrl ?? null), keyAddress(setting.baseUrl)]
  if (apiKey) await saveApiKey(db, ownerId, will, apiKey)
  else if (was !== will) await forgetApiKey(db, ownerId)
  await saveSetting(db, ownerId, 'user', 'provider', isNothing(setting) ? null : setting)
  return describeProvider(db, ownerId)
}

export async function forgetKey(db: Db, ownerId: string): Promise<ProviderDto> {
  await forgetApiKey(db, ownerId)
  return describeProvider(db, ownerId)
}

/** Removes the provider's setting and the stored key, so that the environment applies again. */
export async function resetProvider(db: Db, ownerId: string): Promise<ProviderDto> {
  await forgetApiKey(db, ownerId)
  await saveSetting(db, ownerId, 'user', 'provider', null)
  return describeProvider(db, ownerId)
}

type Given = {
  baseUrl: string | null
  api?: 'responses' | 'chat' | undefined
  apiKey?: string | undefined
  model?: string | undefined
}
/** A tiny call with the typed settings. A stored key is sent only to its own address. */
export async function testProvider(
  db: Db,
  ownerId: string,
  given: Given,
): Promise<{ model: string; ms: number; text: string }> {
  const { prices } = await modelSettings(db, ownerId)
  const { baseUrl, api, model } = given
  const key = given.apiKey ?? (await readApiKey(db, ownerId, keyAddress(baseUrl)))
  const tried = typedSettings({ baseUrl, offline: false, ...(api && { api }) }, key)
  const config = resolveModel('fast', env(), { ...tried, models: { fast: model ?? null } })
  if (config.provider === 'offline')
    throw new MnemeError(
      'invalid',
      'There is nothing to test yet.',
      env().MNEME_OFFLINE
        ? 'MNEME_OFFLINE=1 forces the built-in model.'
        : 'Enter an API key, or the address of a compatible server.',
    )
  const result = await testConnection(
    config,
    { runtime: systemRuntime, prices, log: logger() },
    AbortSignal.timeout(30_000),
  )
  if (!result.ok) throw new MnemeError(result.error.code, result.error.message, result.error.hint)
  return result.value
}
