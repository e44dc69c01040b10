'use server'

import { z } from 'zod'
import { embedAll, embeddingState } from '@/lib/services/embedding'
import * as check from '@/lib/services/provider-check'
import * as provider from '@/lib/services/provider-settings'
import { providerSchema } from '@/lib/settings/definitions'
import { listSettings, saveSetting as save } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { idSchema } from '@/lib/shared/schemas'
import { act } from './act'

const apiKey = z
  .string()
  .trim()
  .min(4, 'This key is too short.')
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'A key has no spaces or special characters.')
const saveSchema = providerSchema.extend({ apiKey: apiKey.optional() })
const settingKey = z
  .string()
  .max(80)
  .refine(
    (key) => key !== 'provider',
    'The model service is saved in its own form, which checks its address.',
  )
const testSchema = z.strictObject({
  baseUrl: providerSchema.shape.baseUrl,
  api: providerSchema.shape.api,
  apiKey: apiKey.optional(),
  model: z.string().trim().min(1).max(limits.model.nameChars).optional(),
})

export async function loadProvider() {
  return act(z.undefined(), undefined, ({ db, ownerId }) => provider.describeProvider(db, ownerId))
}

export async function saveProvider(input: z.input<typeof saveSchema>) {
  return act(saveSchema, input, async ({ db, ownerId, runtime }, { apiKey, ...setting }) => {
    const saved = await provider.saveProvider(db, ownerId, setting, apiKey ?? null)
    await embedAll(db, ownerId, runtime)
    return saved
  })
}

/** Asks the typed service for its models before it is saved; null = there is no service to ask. */
export async function checkProvider(input: z.input<typeof saveSchema>) {
  return act(saveSchema, input, ({ db, ownerId }, { apiKey, ...setting }) =>
    check.checkProvider(db, ownerId, setting, apiKey ?? null),
  )
}

export async function forgetKey() {
  return act(z.undefined(), undefined, ({ db, ownerId }) => provider.forgetKey(db, ownerId))
}

/** Returns to the environment's values and deletes the stored key. */
export async function resetProvider() {
  return act(z.undefined(), undefined, ({ db, ownerId }) => provider.resetProvider(db, ownerId))
}

/** One tiny call with the typed settings. A stored key goes to its own address only. */
export async function testProvider(input: z.input<typeof testSchema>) {
  return act(testSchema, input, ({ db, ownerId }, given) => provider.testProvider(db, ownerId, given))
}

/** How much of memory has embeddings; null without an embedding model. */
export async function loadEmbedding() {
  return act(z.undefined(), undefined, ({ db, ownerId, runtime }) => embeddingState(db, ownerId, runtime))
}

/** Continues embedding. */
export async function embedAgain() {
  return act(z.undefined(), undefined, async ({ db, ownerId, runtime }) => {
    await embedAll(db, ownerId, runtime)
    return null
  })
}

export async function loadSettings(input: { conversationId?: string } = {}) {
  return act(
    z.strictObject({ conversationId: idSchema.optional() }),
    input,
    ({ db, ownerId }, { conversationId }) => listSettings(db, ownerId, conversationId ?? null),
  )
}

export async function saveSetting(input: { scope: string; key: string; value: unknown }) {
  return act(
    z.strictObject({ scope: idSchema, key: settingKey, value: z.json().nullable() }),
    input,
    async ({ db, ownerId }, { scope, key, value }) => {
      await save(db, ownerId, scope, key, value)
      return listSettings(db, ownerId, scope === 'user' ? null : scope)
    },
  )
}
