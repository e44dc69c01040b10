import { once } from '@/lib/base/once'
import type { Runtime } from '@/lib/base/runtime'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { createModels } from '@/lib/model/call/call'
import { logPrompts } from '@/lib/model/call/prompt-log'
import { createRedact } from '@/lib/model/call/redact'
import { SupportMemory } from '@/lib/model/call/support'
import type { Models } from '@/lib/model/models'
import { DEFAULT_PRICES, type PriceTable } from '@/lib/model/prices'
import { addressOf } from '@/lib/model/provider/defaults'
import { baseUrlOf, type ModelSettings, resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import type { Role } from '@/lib/model/types'
import type { ProviderSetting } from '@/lib/settings/definitions'
import { loadSettings } from '@/lib/settings/layers'
import { readApiKey } from '@/lib/settings/secrets'
import { logger } from './log'

/** The address that these settings' stored key belongs to. */
export const keyAddress = (baseUrl: string | null) => addressOf(baseUrlOf(env(), { baseUrl }))

/**
 * Settings for the model layer, with the key stored for their address. `own` = what was typed, null if
 * nothing was.
 */
export async function modelSettings(
  db: Db,
  ownerId: string,
): Promise<{ settings: ModelSettings; prices: PriceTable; own: ProviderSetting | null }> {
  const stored = await loadSettings(db, ownerId, null)
  const { value: provider, layer } = stored.get('provider')
  const own = Object.entries(stored.get('prices').value).map(
    ([model, price]) =>
      [
        model,
        {
          input: price.input * 1e6,
          cachedInput: (price.cachedInput ?? price.input) * 1e6,
          output: price.output * 1e6,
        },
      ] as const,
  )
  return {
    settings: {
      baseUrl: provider.baseUrl,
      apiKey: await readApiKey(db, ownerId, keyAddress(provider.baseUrl)),
      api: provider.api ?? null,
      models: {
        fast: provider.fastModel ?? null,
        reflective: provider.reflectiveModel ?? null,
        utility: provider.utilityModel ?? null,
        embedding: provider.embeddingModel ?? null,
      },
      offline: provider.offline,
    },
    prices: { ...DEFAULT_PRICES, ...Object.fromEntries(own) },
    own: layer === 'user' ? provider : null,
  }
}

/** Every key that may be in use for a person. None may appear in a log or an export. */
export async function keysOf(db: Db, ownerId: string): Promise<(string | null)[]> {
  const { settings } = await modelSettings(db, ownerId)
  return [settings.apiKey ?? null, env().OPENAI_API_KEY ?? null, env().MNEME_REFLECTIVE_API_KEY ?? null]
}

/**
 * A person's models now. Settings and environment at this moment apply to the whole turn. `offline` = use the
 * built-in engine.
 */
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
  return env().ENABLE_PROMPT_LOGGING
    ? logPrompts(
        models,
        (fields) => logger().debug(fields, 'prompt'),
        createRedact(await keysOf(db, ownerId)),
      )
    : models
}
