'use server'

import { z } from 'zod'
import { embedAll, embeddingState } from '@/lib/services/models/embedding'
import * as models from '@/lib/services/models/model-list'
import * as provider from '@/lib/services/models/provider-settings'
import * as layers from '@/lib/settings/layers'
import * as file from '@/lib/settings/settings-file'
import { baseUrlSchema, cleanUrl } from '@/lib/shared/base-url'
import { idSchema, modelIdSchema, providerSchema } from '@/lib/shared/schemas'
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

export const loadProvider = plainAction(provider.describeProvider)

export const saveProvider = action(saveSchema, async (person, { apiKey, ...setting }) => {
  const saved = await provider.saveProvider(person, setting, apiKey ?? null)
  await embedAll(person)
  return saved
})

/** Whether the models that would answer take images; `model` null = those of Settings. */
export const loadImageSupport = action(
  z.strictObject({ model: modelIdSchema.nullable() }),
  provider.imageSupport,
)

/** The models at a pasted address, before anything is saved. */
export const readModels = action(addressSchema, (person, { address, apiKey }) =>
  models.readModels(person, address, apiKey ?? null),
)

export const forgetKey = plainAction(provider.forgetKey)

/** Returns to the environment's values and deletes the stored key. */
export const resetProvider = plainAction(provider.resetProvider)

/** Tries each model of the typed settings. A stored key goes to its own address only. */
export const testProvider = action(saveSchema, (person, { apiKey, ...setting }) =>
  models.testRoles(person, setting, apiKey ?? null),
)

/** The models of the service in use; null = the built-in engine answers. */
export const listModels = plainAction(models.modelList)

/** Providers on the server's own machine, where people may use them. */
export const findLocalServices = plainAction(() => models.localServices())

/** How much of memory has embeddings; null without an embedding model. */
export const loadEmbedding = plainAction(embeddingState)

/** Continues embedding. */
export const embedAgain = plainAction(async (person) => {
  await embedAll(person)
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
