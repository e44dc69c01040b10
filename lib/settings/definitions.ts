import { z } from 'zod'
import { baseUrlSchema } from '@/lib/base/base-url'
import type { Env } from '@/lib/config/env'
import { limits } from '@/lib/shared/limits'
import { presetSchema, type RecallScope, recallScopeSchema } from '@/lib/shared/schemas'

const modelId = z.string().trim().min(1).max(limits.model.nameChars)
/** A model service typed in Settings. Its key is stored separately, encrypted. */
export const providerSchema = z.strictObject({
  baseUrl: baseUrlSchema.nullable(),
  api: z.enum(['responses', 'chat']).optional(),
  fastModel: modelId.optional(),
  reflectiveModel: modelId.optional(),
  utilityModel: modelId.optional(),
  embeddingModel: modelId.optional(),
  offline: z.boolean().default(false),
  /** Saved without checking that the service has these models. */
  unchecked: z.literal(true).optional(),
})
export type ProviderSetting = z.infer<typeof providerSchema>

/** Price per million tokens in the table's currency. `cachedInput` defaults to `input`. */
export const pricesSchema = z.record(
  z.string().max(200),
  z.strictObject({
    input: z.number().nonnegative(),
    cachedInput: z.number().nonnegative().optional(),
    output: z.number().nonnegative(),
  }),
)

type Definition<T> = {
  schema: z.ZodType<T>
  fallback: T
  fromEnv?(env: Env): T | undefined
  scopes: readonly ('user' | 'conversation')[]
}
const define = <T>(definition: Definition<T>) => definition

/** Every setting: its schema, its default, and its value in the environment. */
export const definitions = {
  'thinking.enabled': define({
    schema: z.boolean(),
    fallback: true,
    fromEnv: (env) => env.ENABLE_REFLECTIVE_MODE,
    scopes: ['user', 'conversation'],
  }),
  'thinking.preset': define<z.infer<typeof presetSchema>>({
    schema: presetSchema,
    fallback: 'standard',
    scopes: ['user', 'conversation'],
  }),
  'thinking.maxRecallContexts': define({
    schema: z.int().min(1).max(20),
    fallback: limits.thinking.maxRecallContexts,
    fromEnv: (env) => env.REFLECTIVE_MEMORY_RESULT_LIMIT,
    scopes: ['user', 'conversation'],
  }),
  'action.maxSteps': define({
    schema: z.int().min(1).max(limits.action.mostSteps),
    fallback: limits.action.maxSteps,
    fromEnv: (env) => env.REFLECTIVE_MAX_STEPS,
    scopes: ['user', 'conversation'],
  }),
  'window.size': define({
    schema: z.int().min(limits.window.min).max(limits.window.max),
    fallback: limits.window.size,
    scopes: ['user', 'conversation'],
  }),
  'recall.scope': define<RecallScope>({
    schema: recallScopeSchema,
    fallback: 'owner',
    scopes: ['user', 'conversation'],
  }),
  'prompt.totalTokens': define({
    schema: z.int().min(4_000).max(1_000_000),
    fallback: limits.prompt.totalTokens,
    scopes: ['user', 'conversation'],
  }),
  'answer.maxTokens': define({
    schema: z.int().min(limits.answer.leastTokens).max(limits.answer.mostTokens),
    fallback: limits.answer.tokens,
    scopes: ['user', 'conversation'],
  }),
  'rollUp.every': define({
    schema: z.int().min(2).max(100),
    fallback: limits.summary.rollUpEvery,
    scopes: ['user'],
  }),
  provider: define<ProviderSetting>({
    schema: providerSchema,
    fallback: { baseUrl: null, offline: false },
    scopes: ['user'],
  }),
  prices: define<z.infer<typeof pricesSchema>>({ schema: pricesSchema, fallback: {}, scopes: ['user'] }),
} as const

export type SettingKey = keyof typeof definitions
export type SettingValue<K extends SettingKey> = z.infer<(typeof definitions)[K]['schema']>
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(definitions, key)
