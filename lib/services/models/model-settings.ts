import { env } from '@/lib/config/env'
import { createModels, type ModelOptions } from '@/lib/model/call/call'
import { SupportMemory } from '@/lib/model/call/support/support'
import type { Models } from '@/lib/model/models'
import type { PriceTable } from '@/lib/model/prices'
import { serviceAddress } from '@/lib/model/provider/defaults'
import { baseUrlOf, type ModelSettings, resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import type { Role } from '@/lib/model/types'
import type { SettingValue } from '@/lib/settings/definitions'
import { loadSettings, saveSetting } from '@/lib/settings/layers'
import { readApiKey } from '@/lib/settings/secrets'
import { once } from '@/lib/shared/once'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import type { ProviderSetting } from '@/lib/shared/schemas'
import type { Owner, Person } from '../caller'
import { logger } from '../log'
import { spendingGate } from '../person-limits'
import { withOwnPrices } from '../usage/usage'

/** The address that these settings' stored key belongs to. */
export const keyAddress = (baseUrl: string | null) => serviceAddress(baseUrlOf(env(), { baseUrl }))

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

/**
 * `own` = what the person typed. `answering` = the model chosen for the conversation. `patience` = how long a
 * call waits, and how often it tries again. `learned` = what services are known to support.
 */
type Stored = {
  settings: ModelSettings
  prices: PriceTable
  own: ProviderSetting | null
  answering: string | null
  patience: Pick<ModelOptions, 'times' | 'maxRetries'>
  learned: SettingValue<'model.learned'>
}
/** Settings for the model layer, with the key stored for their address. */
export async function modelSettings({ db, ownerId }: Owner, conversationId: string | null = null) {
  const stored = await loadSettings(db, ownerId, conversationId)
  const { value: provider, layer } = stored.get('provider')
  return {
    settings: typedSettings(provider, await readApiKey(db, ownerId, keyAddress(provider.baseUrl))),
    prices: withOwnPrices(stored.get('prices').value),
    own: layer === 'user' ? provider : null,
    answering: conversationId && stored.get('model.answering').value,
    patience: {
      times: {
        firstChunkMs: stored.get('model.apiRequestTimeout').value,
        chunkGapMs: stored.get('model.silenceTimeout').value,
        totalMs: stored.get('model.callTimeout').value,
      },
      maxRetries: stored.get('model.maxRetryAttempts').value,
    },
    learned: stored.get('model.learned').value,
  }
}

/** The most services and models about which anything is kept. */
const MOST_LEARNED = 100

/** What a person's services are known to support. What else is learned is kept in their settings. */
export function supportMemory({ db, ownerId }: Owner, known: Stored['learned']): SupportMemory {
  const chains = once('model-learned', () => new Map<string, Promise<void>>())
  return new SupportMemory(known, (key, change) => {
    const keep = async () => {
      const settings = await loadSettings(db, ownerId, null)
      const { [key]: stored, ...others } = settings.get('model.learned').value
      const all = [...Object.entries(others), [key, change(stored)]].slice(-MOST_LEARNED)
      await saveSetting(db, ownerId, 'user', 'model.learned', Object.fromEntries(all))
    }
    // One after the other, so that none overwrites what another has learned.
    const kept = (chains.get(ownerId) ?? Promise.resolve())
      .then(keep)
      .catch((error: unknown) =>
        logger().warn({ error: String(error) }, 'could not keep what a model supports'),
      )
      .finally(() => chains.get(ownerId) === kept && chains.delete(ownerId))
    chains.set(ownerId, kept)
  })
}

/** Every key that a person's calls may use. None may appear in a log or an export. */
export async function secretKeys(owner: Owner): Promise<(string | null | undefined)[]> {
  const { settings } = await modelSettings(owner)
  return [settings.apiKey, env().OPENAI_API_KEY, env().MNEME_REFLECTIVE_API_KEY]
}

/** What every model call for a person goes through. */
export const callOptions = (
  person: Person,
  { prices, patience, learned }: Pick<Stored, 'prices' | 'patience' | 'learned'>,
) => ({
  ...{ runtime: person.runtime, prices },
  ...patience,
  log: logger(),
  gate: spendingGate(person),
  support: supportMemory(person, learned),
})

type For = { offline?: boolean; conversationId?: string | null; model?: string | null }
/**
 * A person's models, by the settings of this moment. `offline` = use the built-in engine; `model` = the one
 * chosen for this turn, else for its conversation, at the service of fast answers.
 */
export async function modelsFor(
  person: Person,
  { offline = false, conversationId = null, model = null }: For = {},
): Promise<Models> {
  const { settings, ...stored } = await modelSettings(person, conversationId)
  const answering = model ?? stored.answering
  const isBuiltIn = offline || answering === OFFLINE_MODEL
  const chosen = isBuiltIn ? { ...settings, offline: true } : settings
  const instead =
    answering && !isBuiltIn ? { ...chosen, models: { ...chosen.models, fast: answering } } : null
  const resolve = (role: Role) =>
    instead && (role === 'fast' || role === 'reflective')
      ? resolveModel('fast', env(), instead)
      : resolveModel(role, env(), chosen)
  return createModels(resolve, {
    ...callOptions(person, stored),
    embedding: resolveEmbedding(env(), chosen),
  })
}
