'use server'

import { z } from 'zod'
import { embedAll, embeddingState } from '@/lib/services/models/embedding'
import * as images from '@/lib/services/models/image-support'
import * as models from '@/lib/services/models/model-list'
import * as provider from '@/lib/services/models/provider-settings'
import { testRoles } from '@/lib/services/models/provider-test'
import { providerSchema } from '@/lib/settings/definitions'
import * as layers from '@/lib/settings/layers'
import * as file from '@/lib/settings/settings-file'
import { baseUrlSchema, cleanUrl } from '@/lib/shared/base-url'
import { idSchema, modelIdSchema } from '@/lib/shared/schemas'
import { foreignText, textSchema } from '@/lib/shared/text'
import { action, plainAction } from './action'

const apiKey = textSchema(500)
  .trim()
  .min(4, 'This API key is too short.')
  .regex(/^[\x21-\x7e]+$/, 'API keys have no spaces or special characters.')
const typedUrl = textSchema(2_000).transform(cleanUrl).pipe(baseUrlSchema).nullable()
const saveSchema = providerSchema.extend({ baseUrl: typedUrl, apiKey: apiKey.optional() })
const addressSchema = z.strictObject({
  address: textSchema(2_000).trim().nullable(),
  apiKey: apiKey.optional(),
})
const settingKey = textSchema(80).refine(
  (key) => key !== 'provider',
  'Providers are saved in their own form, which checks the address.',
)

export const loadProvider = plainAction(({ db, ownerId }) => provider.describeProvider(db, ownerId))

export const saveProvider = action(saveSchema, async ({ db, ownerId, runtime }, { apiKey, ...setting }) => {
  const saved = await provider.saveProvider(db, ownerId, setting, apiKey ?? null)
  await embedAll(db, ownerId, runtime)
  return saved
})

/** Whether the models that would answer take images; `model` null = those of Settings. */
export const loadImageSupport = action(
  z.strictObject({ model: modelIdSchema.nullable() }),
  ({ db, ownerId }, { model }) => images.imageSupport(db, ownerId, model),
)

/** The models at a pasted address, before anything is saved. */
export const readModels = action(addressSchema, ({ db, ownerId }, { address, apiKey }) =>
  models.readModels(db, ownerId, address, apiKey ?? null),
)

export const forgetKey = plainAction(({ db, ownerId }) => provider.forgetKey(db, ownerId))

/** Returns to the environment's values and deletes the stored key. */
export const resetProvider = plainAction(({ db, ownerId }) => provider.resetProvider(db, ownerId))

/** Tries each model of the typed settings. A stored key goes to its own address only. */
export const testProvider = action(saveSchema, ({ db, ownerId }, { apiKey, ...setting }) =>
  testRoles(db, ownerId, setting, apiKey ?? null),
)

/** The models of the service in use; null = the built-in engine answers. */
export const listModels = plainAction(({ db, ownerId }) => models.modelList(db, ownerId))

/** Providers on the server's own machine, where people may use them. */
export const findLocalServices = plainAction(() => models.localServices())

/** How much of memory has embeddings; null without an embedding model. */
export const loadEmbedding = plainAction(({ db, ownerId, runtime }) => embeddingState(db, ownerId, runtime))

/** Continues embedding. */
export const embedAgain = plainAction(async ({ db, ownerId, runtime }) => {
  await embedAll(db, ownerId, runtime)
  return null
})

export const loadSettings = action(
  z.strictObject({ conversationId: idSchema.optional() }),
  ({ db, ownerId }, { conversationId }) => layers.listSettings(db, ownerId, conversationId ?? null),
)

export const saveSetting = action(
  z.strictObject({ scope: idSchema, key: settingKey, value: z.unknown().pipe(z.json().nullable()) }),
  async ({ db, ownerId }, { scope, key, value }) => {
    await layers.saveSetting(db, ownerId, scope, key, value)
    return layers.listSettings(db, ownerId, scope === 'user' ? null : scope)
  },
)

/** The settings of this person as a file without keys. */
export const exportSettings = plainAction(({ db, ownerId }) => file.exportSettings(db, ownerId))

export const importSettings = action(foreignText(file.MOST_CHARS), async ({ db, ownerId }, given) => {
  const { taken, left } = await file.importSettings(db, ownerId, given)
  return { taken, left, settings: await layers.listSettings(db, ownerId, null) }
})
