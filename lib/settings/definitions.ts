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

/** A text that the agent follows below its own rules. */
const instructionsSchema = z.string().trim().max(limits.prompt.instructionsChars)

export type Definition<T = unknown> = {
  schema: z.ZodType<T>
  fallback: T
  fromEnv?(env: Env): T | undefined
  /** This value in the environment overrides what a person chooses. */
  envWins?: T
  scopes: readonly ('user' | 'conversation')[]
  /** Never taken from a file: it decides whom Mneme calls or what it obeys. */
  ownOnly?: true
}
/** A setting of a person that may differ per conversation, unless `more` says otherwise. */
const define = <T>(
  schema: z.ZodType<T>,
  fallback: T,
  more: Partial<Pick<Definition<T>, 'fromEnv' | 'envWins' | 'scopes' | 'ownOnly'>> = {},
): Definition<T> => ({ schema, fallback, scopes: ['user', 'conversation'], ...more })
const FOR_USER = { scopes: ['user'] } as const

const { thinking, action, window, prompt, answer, summary } = limits
/** Every setting: its schema, its default, and its value in the environment. */
export const definitions = {
  'thinking.enabled': define(z.boolean(), true, {
    fromEnv: (env) => env.ENABLE_REFLECTIVE_MODE,
    envWins: false,
  }),
  'thinking.preset': define<z.infer<typeof presetSchema>>(presetSchema, 'auto', {
    fromEnv: (env) => env.MNEME_THINKING,
  }),
  'instructions.person': define(instructionsSchema, '', { ...FOR_USER, ownOnly: true }),
  'instructions.conversation': define(instructionsSchema, '', { scopes: ['conversation'], ownOnly: true }),
  'facts.enabled': define(z.boolean(), true),
  'thinking.maxRecallContexts': define<number>(z.int().min(1).max(20), thinking.maxRecallContexts, {
    fromEnv: (env) => env.REFLECTIVE_MEMORY_RESULT_LIMIT,
  }),
  'action.maxSteps': define<number>(z.int().min(1).max(action.mostSteps), action.maxSteps, {
    fromEnv: (env) => env.REFLECTIVE_MAX_STEPS,
  }),
  'window.size': define<number>(z.int().min(window.min).max(window.max), window.size),
  'recall.scope': define<RecallScope>(recallScopeSchema, 'owner'),
  'prompt.totalTokens': define<number>(z.int().min(4_000).max(1_000_000), prompt.totalTokens),
  'answer.maxTokens': define<number>(z.int().min(answer.leastTokens).max(answer.mostTokens), answer.tokens),
  'rollUp.every': define<number>(z.int().min(2).max(100), summary.rollUpEvery, FOR_USER),
  provider: define<ProviderSetting>(
    providerSchema,
    { baseUrl: null, offline: false },
    { ...FOR_USER, ownOnly: true },
  ),
  prices: define<z.infer<typeof pricesSchema>>(pricesSchema, {}, FOR_USER),
} as const

export type SettingKey = keyof typeof definitions
export type SettingValue<K extends SettingKey> = z.infer<(typeof definitions)[K]['schema']>
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(definitions, key)
