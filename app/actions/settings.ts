'use server'

import { z } from 'zod'
import { embedAll, embeddingState } from '@/lib/services/models/embedding'
import * as models from '@/lib/services/models/model-list'
import * as provider from '@/lib/services/models/provider-settings'
import { listSettings, saveSetting as save } from '@/lib/settings/layers'
import {
  importSettings as fromFile,
  MOST_CHARS,
  exportSettings as toFile,
} from '@/lib/settings/settings-file'
import { baseUrlSchema, cleanUrl } from '@/lib/shared/base-url'
import { idSchema, modelIdSchema, providerSchema } from '@/lib/shared/schemas'
import { foreignText, textSchema } from '@/lib/shared/text'
import { runAction } from './run-action'

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

export async function loadProvider() {
  return runAction(z.undefined(), undefined, provider.describeProvider)
}

export async function saveProvider(input: z.input<typeof saveSchema>) {
  return runAction(saveSchema, input, async (person, { apiKey, ...setting }) => {
    const saved = await provider.saveProvider(person, setting, apiKey ?? null)
    await embedAll(person)
    return saved
  })
}

/** Whether the models that would answer take images; `model` null = those of Settings. */
export async function loadImageSupport(input: { model: string | null }) {
  return runAction(z.strictObject({ model: modelIdSchema.nullable() }), input, provider.imageSupport)
}

/** The models at a pasted address, before anything is saved. */
export async function readModels(input: z.input<typeof addressSchema>) {
  return runAction(addressSchema, input, (owner, { address, apiKey }) =>
    models.readModels(owner, address, apiKey ?? null),
  )
}

export async function forgetKey() {
  return runAction(z.undefined(), undefined, provider.forgetKey)
}

/** Returns to the environment's values and deletes the stored key. */
export async function resetProvider() {
  return runAction(z.undefined(), undefined, provider.resetProvider)
}

/** Tries each model of the typed settings. A stored key goes to its own address only. */
export async function testProvider(input: z.input<typeof saveSchema>) {
  return runAction(saveSchema, input, (person, { apiKey, ...setting }) =>
    models.testRoles(person, setting, apiKey ?? null),
  )
}

/** The models of the service in use; null = the built-in engine answers. */
export async function listModels() {
  return runAction(z.undefined(), undefined, models.modelList)
}

/** Providers on the server's own machine, where people may use them. */
export async function findLocalServices() {
  return runAction(z.undefined(), undefined, () => models.localServices())
}

/** How much of memory has embeddings; null without an embedding model. */
export async function loadEmbedding() {
  return runAction(z.undefined(), undefined, embeddingState)
}

/** Continues embedding. */
export async function embedAgain() {
  return runAction(z.undefined(), undefined, async (person) => {
    await embedAll(person)
    return null
  })
}

export async function loadSettings(input: { conversationId?: string } = {}) {
  return runAction(
    z.strictObject({ conversationId: idSchema.optional() }),
    input,
    ({ db, ownerId }, { conversationId }) => listSettings(db, ownerId, conversationId ?? null),
  )
}

export async function saveSetting(input: { scope: string; key: string; value: unknown }) {
  return runAction(
    z.strictObject({ scope: idSchema, key: settingKey, value: z.json().nullable() }),
    input,
    async ({ db, ownerId }, { scope, key, value }) => {
      await save(db, ownerId, scope, key, value)
      return listSettings(db, ownerId, scope === 'user' ? null : scope)
    },
  )
}

/** The settings of this person as a file without keys. */
export async function exportSettings() {
  return runAction(z.undefined(), undefined, ({ db, ownerId }) => toFile(db, ownerId))
}

export async function importSettings(text: string) {
  return runAction(foreignText(MOST_CHARS), text, async ({ db, ownerId }, given) => {
    const { taken, left } = await fromFile(db, ownerId, given)
    return { taken, left, settings: await listSettings(db, ownerId, null) }
  })
}
