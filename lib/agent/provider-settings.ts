import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/client'
import { createModels } from '@/lib/model/call'
import { DEFAULT_PRICES, type PriceTable } from '@/lib/model/prices'
import { nameOf } from '@/lib/model/provider'
import { type ModelSettings, resolveModel } from '@/lib/model/resolve'
import { SupportMemory } from '@/lib/model/support'
import { testConnection } from '@/lib/model/test-connection'
import type { Models, Role } from '@/lib/model/types'
import type { ProviderSetting } from '@/lib/settings/definitions'
import { loadSettings, saveSetting } from '@/lib/settings/layers'
import { forgetApiKey, readApiKey, saveApiKey } from '@/lib/settings/secrets'
import type { ProviderDto } from '@/lib/shared/dto'
import { MnemeError } from '@/lib/shared/errors'
import { once } from '@/lib/shared/once'
import type { Runtime } from '@/lib/shared/runtime'
import { logger } from './log'
import { systemRuntime } from './system-runtime'

async function modelSettings(db: Db, ownerId: string): Promise<{ settings: ModelSettings; prices: PriceTable; last4: string | null }> {
  const [stored, secret] = await Promise.all([loadSettings(db, ownerId, null), readApiKey(db, ownerId)])
  const provider = stored.get('provider').value
  const own = Object.entries(stored.get('prices').value).map(
    ([model, price]) => [model, { input: price.input * 1e6, cachedInput: (price.cachedInput ?? price.input) * 1e6, output: price.output * 1e6 }] as const,
  )
  return {
    settings: {
      baseUrl: provider.baseUrl,
      apiKey: secret.key,
      api: provider.api ?? null,
      models: { fast: provider.fastModel ?? null, reflective: provider.reflectiveModel ?? null, utility: provider.utilityModel ?? null },
      offline: provider.offline,
    },
    prices: { ...DEFAULT_PRICES, ...Object.fromEntries(own) },
    last4: secret.last4,
  }
}

/** The models a person has now: what is in Settings and the environment at this moment holds for the whole turn. */
export async function modelsFor(db: Db, ownerId: string, runtime: Runtime): Promise<Models> {
  const { settings, prices } = await modelSettings(db, ownerId)
  return createModels((role: Role) => resolveModel(role, env(), settings), { runtime, prices, log: logger(), support: once('model-support', () => new SupportMemory()) })
}

/** What answers now and where it comes from; of a key only the last four characters. */
export async function describeProvider(db: Db, ownerId: string): Promise<ProviderDto> {
  const { settings, last4 } = await modelSettings(db, ownerId)
  const of = (role: Role) => resolveModel(role, env(), settings)
  const config = of('fast')
  const envKey = settings.baseUrl || settings.apiKey ? null : (env().OPENAI_API_KEY?.slice(-4) ?? null)
  return {
    roles: { fast: nameOf(of('fast')), reflective: nameOf(of('reflective')), utility: nameOf(of('utility')) },
    offline: config.provider === 'offline',
    baseUrl: config.provider === 'openai' ? config.baseUrl : (settings.baseUrl ?? null),
    keyLast4: last4 ?? envKey,
  }
}

export async function saveProvider(db: Db, ownerId: string, setting: ProviderSetting, apiKey: string | null): Promise<ProviderDto> {
  if (apiKey) await saveApiKey(db, ownerId, apiKey)
  await saveSetting(db, ownerId, 'user', 'provider', setting)
  return describeProvider(db, ownerId)
}

export async function forgetKey(db: Db, ownerId: string): Promise<ProviderDto> {
  await forgetApiKey(db, ownerId)
  return describeProvider(db, ownerId)
}

type Given = { baseUrl: string | null; api?: 'responses' | 'chat' | undefined; apiKey?: string | undefined; model?: string | undefined }
/** One tiny call with what is typed. The stored key is used only for the stored address. */
export async function testProvider(db: Db, ownerId: string, given: Given): Promise<{ model: string; ms: number; text: string }> {
  const { settings, prices } = await modelSettings(db, ownerId)
  const sameAddress = (given.baseUrl ?? null) === (settings.baseUrl ?? null)
  const tried: ModelSettings = {
    baseUrl: given.baseUrl,
    apiKey: given.apiKey ?? (sameAddress ? (settings.apiKey ?? null) : null),
    api: given.api ?? null,
    models: { fast: given.model ?? settings.models?.fast ?? null },
  }
  const config = resolveModel('fast', env(), tried)
  if (config.provider === 'offline')
    throw new MnemeError(
      'invalid',
      'There is nothing to test yet.',
      env().MNEME_OFFLINE ? 'MNEME_OFFLINE=1 forces the built-in model.' : 'Enter an API key, or the address of a compatible server.',
    )
  const result = await testConnection(config, { runtime: systemRuntime, prices, log: logger() }, AbortSignal.timeout(30_000))
  if (!result.ok) throw new MnemeError(result.error.code, result.error.message, result.error.hint)
  return { model: result.value.model, ms: result.value.ms, text: 'The model answered.' }
}
