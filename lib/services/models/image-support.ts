import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { resolveModel } from '@/lib/model/provider/resolve'
import type { ModelConfig, Role } from '@/lib/model/types'
import type { ImageSupportDto } from '@/lib/shared/dto'
import { modelSettings, supportMemory } from './model-settings'

/**
 * Whether the models that would answer take images, as far as their service has told. `model` = chosen for
 * the conversation. Of two that may answer, the one that refused counts.
 */
export async function imageSupport(db: Db, ownerId: string, model: string | null): Promise<ImageSupportDto> {
  const { settings, learned } = await modelSettings(db, ownerId)
  const of = (role: Role): ModelConfig =>
    model === null
      ? resolveModel(role, env(), settings)
      : resolveModel('fast', env(), { ...settings, models: { ...settings.models, fast: model } })
  const configs = [of('fast'), of('reflective')]
  const support = supportMemory(db, ownerId, learned)
  const known = configs.map((config) => support.of(config).images)
  const refusing = configs[known.indexOf('refused')]
  if (refusing?.provider === 'openai') return { images: 'refused', model: refusing.model }
  return { images: known.every((one) => one === 'taken') ? 'taken' : 'unknown', model: null }
}
