import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { clearInConversations } from '@/lib/db/settings'
import { DEFAULT_MODEL } from '@/lib/model/provider/defaults'
import { missingModel, modelNamed } from '@/lib/model/provider/provider'
import { connectionOf, reachOfBaseUrl, resolveModel } from '@/lib/model/provider/resolve'
import { checkAddress, type ResolveName } from '@/lib/model/reach/reach-fetch'
import type { ModelConfig, Role } from '@/lib/model/types'
import { saveSetting } from '@/lib/settings/layers'
import { forgetApiKey, hasUnreadableKey, saveApiKey } from '@/lib/settings/secrets'
import type { ImageSupportDto, ProviderDto } from '@/lib/shared/dto'
import { MnemeError, thrown } from '@/lib/shared/errors'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import type { ProviderSetting } from '@/lib/shared/schemas'
import type { Owner } from '../caller'
import { looksLocally } from './model-list'
import { keyAddress, modelSettings, supportMemory, typedSettings } from './model-settings'

/** The models in use and where they come from, with only the last four characters of a key. */
export async function describeProvider({ db, ownerId }: Owner): Promise<ProviderDto> {
  const { settings, own } = await modelSettings({ db, ownerId })
  const unreadable = await hasUnreadableKey(db, ownerId, keyAddress(own?.baseUrl ?? null))
  const of = (role: Role) => modelNamed(resolveModel(role, env(), settings))
  const [problem] = (['fast', 'reflective'] as const).flatMap(
    (role) => missingModel(resolveModel(role, env(), settings)) ?? [],
  )
  const connection = connectionOf('fast', env(), settings)
  const given = env()
  return {
    roles: { fast: of('fast'), reflective: of('reflective'), utility: of('utility') },
    offline: of('fast').offline,
    baseUrl: connection?.baseUrl ?? null,
    keyLast4: connection?.apiKey?.slice(-4) ?? null,
    keyFrom: settings.apiKey ? 'settings' : connection?.apiKey ? 'environment' : null,
    ...(unreadable ? { keyUnreadable: true as const } : {}),
    looksLocally: looksLocally(),
    problem: problem ? `${problem.message} ${problem.hint}` : null,
    own,
    environment: {
      baseUrl: given.OPENAI_BASE_URL ?? null,
      models: {
        fast: given.MNEME_FAST_MODEL ?? null,
        reflective: given.MNEME_REFLECTIVE_MODEL ?? null,
        utility: given.MNEME_UTILITY_MODEL ?? null,
        embedding: given.MNEME_EMBEDDING_MODEL ?? null,
      },
      defaultModel: DEFAULT_MODEL,
    },
  }
}

/** Another service lacks these models. The built-in engine stays, or a conversation would begin to send. */
const clearChosenModels = (db: Db, ownerId: string) =>
  clearInConversations(db, ownerId, 'model.answering', OFFLINE_MODEL)

const isNothing = ({ unchecked: _, ...setting }: ProviderSetting) => !Object.values(setting).some(Boolean)

/**
 * A stored key belongs to its address: changing the address removes it unless a new key is given.
 * @throws MnemeError when the address is out of reach, or no model is chosen. `resolve` is for tests.
 */
export async function saveProvider(
  owner: Owner,
  setting: ProviderSetting,
  apiKey: string | null,
  resolve?: ResolveName,
): Promise<ProviderDto> {
  const refused = setting.baseUrl
    ? await checkAddress(setting.baseUrl, reachOfBaseUrl(env(), setting.baseUrl), resolve)
    : null
  if (refused) throw thrown(refused)
  const missing = missingModel(resolveModel('fast', env(), typedSettings(setting, apiKey)))
  if (missing && !isNothing(setting)) throw new MnemeError('invalid', missing.message, 'Choose one.')
  const { db, ownerId } = owner
  const { own } = await modelSettings(owner)
  const [was, will] = [keyAddress(own?.baseUrl ?? null), keyAddress(setting.baseUrl)]
  if (apiKey) await saveApiKey(db, ownerId, will, apiKey)
  else if (was !== will) await forgetApiKey(db, ownerId)
  await saveSetting(db, ownerId, 'user', 'provider', isNothing(setting) ? null : setting)
  if (was !== will) await clearChosenModels(db, ownerId)
  return describeProvider(owner)
}

export async function forgetKey(owner: Owner): Promise<ProviderDto> {
  await forgetApiKey(owner.db, owner.ownerId)
  return describeProvider(owner)
}

/** Removes the provider's setting and the stored key, so that the environment applies again. */
export async function resetProvider(owner: Owner): Promise<ProviderDto> {
  const { db, ownerId } = owner
  await forgetApiKey(db, ownerId)
  await saveSetting(db, ownerId, 'user', 'provider', null)
  await clearChosenModels(db, ownerId)
  return describeProvider(owner)
}

/**
 * Whether the models that would answer take images, as far as their service has told. `model` = chosen for
 * the conversation. Of two that may answer, the one that refused counts.
 */
export async function imageSupport(
  owner: Owner,
  { model }: { model: string | null },
): Promise<ImageSupportDto> {
  const { settings, learned } = await modelSettings(owner)
  const of = (role: Role): ModelConfig =>
    model === null
      ? resolveModel(role, env(), settings)
      : resolveModel('fast', env(), { ...settings, models: { ...settings.models, fast: model } })
  const configs = [of('fast'), of('reflective')]
  const support = supportMemory(owner, learned)
  const known = configs.map((config) => support.of(config).images)
  const refusing = configs[known.indexOf('refused')]
  if (refusing?.provider === 'openai') return { images: 'refused', model: refusing.model }
  return { images: known.every((one) => one === 'taken') ? 'taken' : 'unknown', model: null }
}
