import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { hostOf } from '@/lib/model/provider/provider'
import {
  connectionOf,
  type ModelSettings,
  resolveEmbedding,
  resolveModel,
} from '@/lib/model/provider/resolve'
import type { ModelConfig } from '@/lib/model/types'
import type { ProviderSetting } from '@/lib/settings/definitions'
import { readApiKey } from '@/lib/settings/secrets'
import type { ProviderCheckDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { modelsAt } from './model-list'
import { keyAddress, typedSettings } from './model-settings'

/**
 * The model list of the service in these settings; null for the built-in engine. A stored key is sent only to
 * its own address.
 * @throws MnemeError in plain words if the service does not return a list.
 */
export async function checkProvider(
  db: Db,
  ownerId: string,
  setting: ProviderSetting,
  apiKey: string | null,
): Promise<ProviderCheckDto | null> {
  const key = apiKey ?? (await readApiKey(db, ownerId, keyAddress(setting.baseUrl)))
  const tried = typedSettings(setting, key)
  const service = resolveModel('fast', env(), tried)
  if (service.provider === 'offline') return null
  const listed = new Set(await modelsAt(service))
  return {
    host: hostOf(service),
    count: listed.size,
    listed: [...listed].slice(0, limits.model.shownListed),
    missing: namesAt(service, tried).filter(
      (name) => !listed.has(name) && !listed.has(`${name}:latest`) && !listed.has(`models/${name}`),
    ),
  }
}

/** The models these settings would request from this service, not from a separate one for thinking. */
function namesAt(service: ModelConfig, tried: ModelSettings): string[] {
  const roles = (['reflective', 'fast', 'utility'] as const).filter(
    (role) => connectionOf(role, env(), tried)?.from !== 'reflective environment',
  )
  const configs = [...roles.map((role) => resolveModel(role, env(), tried)), resolveEmbedding(env(), tried)]
  return [
    ...new Set(
      configs.flatMap((config) =>
        config?.provider === 'openai' && hostOf(config) === hostOf(service) ? [config.model] : [],
      ),
    ),
  ]
}
