import { once } from '@/lib/base/once'
import type { Runtime } from '@/lib/base/runtime'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { createModels } from '@/lib/model/call/call'
import { logPrompts } from '@/lib/model/call/prompt-log'
import { createRedact } from '@/lib/model/call/redact'
import { SupportMemory } from '@/lib/model/call/support'
import type { Models } from '@/lib/model/models'
import type { PriceTable } from '@/lib/model/prices'
import { addressOf } from '@/lib/model/provider/defaults'
import { baseUrlOf, type ModelSettings, resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import type { Role } from '@/lib/model/types'
import type { ProviderSetting } from '@/lib/settings/definitions'
import { loadSettings } from '@/lib/settings/layers'
import { readApiKey } from '@/lib/settings/secrets'
import { logger } from './log'
import { priceTable } from './price-table'

/** The address that these settings' stored key belongs to. */
export const keyAddress = (baseUrl: string | null) => addressOf(baseUrlOf(env(), { baseUrl }))

/** What was typed in Settings, as the model layer takes it. */
export const typedSettings = (provider: ProviderSetting, apiKey: string | null): ModelSettings => ({
  baseUrl: provider.baseUrl,
  apiKey,
  api: provider.api ?? null,
  models: {
    fast: provider.fastModel ?? null,
    reflective: provider.reflectiveModel ?? null,
    utility: provider.utilityModel ?? null,
    embedding: provider.embeddingModel ?? null,
  },
  offline: provider.offline,
})

/** Settings for the model layer, with the key stored for their address. `own` = what the person typed. */
export async function modelSettings(
  db: Db,
  ownerId: string,
): Promise<{ settings: ModelSettings; prices: PriceTable; own: ProviderSetting | null }> {
  const { value: provider, layer } = (await loadSettings(db, ownerId, null)).get('provider')
  return {
    settings: typedSettings(provider, await readApiKey(db, ownerId, keyAddress(provider.baseUrl))),
    prices: await priceTable(db, ownerId),
    own: layer === 'user' ? provider : null,
  }
}

/** Every key that a person's calls may use. None may appear in a log or an export. */
export async function keysOf(db: Db, ownerId: string): Promise<(string | null | undefined)[]> {
  const { settings } = await modelSettings(db, ownerId)
  return [settings.apiKey, env().OPENAI_API_KEY, env().MNEME_REFLECTIVE_API_KEY]
}

/** A person's models, by the settings of this moment. `offline` = use the built-in engine. */
export async function modelsFor(
  db: Db,
  ownerId: string,
  runtime: Runtime,
  { offline = false } = {},
): Promise<Models> {
  const { settings, prices } = await modelSettings(db, ownerId)
  const chosen = offline ? { ...settings, offline } : settings
  const models = createModels((role: Role) => resolveModel(role, env(), chosen), {
    runtime,
    prices,
    log: logger(),
    support: once('model-support', () => new SupportMemory()),
    embedding: resolveEmbedding(env(), chosen),
  })
  if (!env().ENABLE_PROMPT_LOGGING) return models
  const redact = createRedact(await keysOf(db, ownerId))
  return logPrompts(models, (fields) => logger().debug(fields, 'prompt'), redact)
}
