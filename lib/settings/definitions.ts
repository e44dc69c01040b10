import { z } from 'zod'
import type { Env } from '@/lib/config/env'
import { learningWeightsSchema } from '@/lib/shared/learning/learning'
import { limits } from '@/lib/shared/limits'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { type RangedSetting, settingRanges } from '@/lib/shared/limits/settings'
import { windowLimits } from '@/lib/shared/limits/window'
import { learnedSchema } from '@/lib/shared/model-support'
import {
  classifierSchema,
  domainSchema,
  modelIdSchema,
  presetSchema,
  providerSchema,
  recallScopeSchema,
  windowSizeSchema,
} from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { tourSchema } from '@/lib/shared/tour'

/** Price per million tokens in the table's currency. `cachedInput` defaults to `input`. */
export const pricesSchema = z.record(
  textSchema(200, 'The name of a model'),
  z.strictObject({
    input: z.number().nonnegative(),
    cachedInput: z.number().nonnegative().optional(),
    output: z.number().nonnegative(),
  }),
)

/** In it a program names its user or its conversation. The form leaves out headers that carry secrets. */
const headerSchema = textSchema(80)
  .trim()
  .regex(/^x-[a-z0-9-]+$/i, 'Use a header name that starts with X-, such as X-User-Id.')

/** A text that the agent follows below its own rules. */
const instructionsSchema = textSchema(limits.prompt.instructionsChars, 'The instruction text').trim()

export type Definition<T = unknown> = {
  schema: z.ZodType<T>
  fallback: T
  fromEnv?(env: Env): T | undefined
  /** This value in the environment overrides what a person chooses. */
  envWins?: T
  scopes: readonly ('user' | 'conversation')[]
  /** Never taken from a file: it decides which services Mneme calls and which instructions it follows. */
  ownOnly?: true
}
/** A setting of a person that may differ per conversation, unless `more` says otherwise. */
const define = <T>(
  schema: z.ZodType<T>,
  fallback: NoInfer<T>,
  more: Partial<Pick<Definition<T>, 'fromEnv' | 'envWins' | 'scopes' | 'ownOnly'>> = {},
): Definition<T> => ({ schema, fallback, scopes: ['user', 'conversation'], ...more })
const FOR_USER = { scopes: ['user'] } as const
const OWN = { ...FOR_USER, ownOnly: true } as const
const OF_CONVERSATION = { scopes: ['conversation'], ownOnly: true } as const
const within = (setting: RangedSetting) =>
  z.int().min(settingRanges[setting].min).max(settingRanges[setting].max)

const { thinking, action, window, prompt, answer, summary, model } = limits
/** Every setting: its schema, its default, and its value in the environment. */
export const definitions = {
  'thinking.enabled': define(z.boolean(), true, {
    fromEnv: (env) => env.ENABLE_REFLECTIVE_MODE,
    envWins: false,
  }),
  'thinking.preset': define(presetSchema, 'auto', {
    fromEnv: (env) => env.MNEME_THINKING,
  }),
  'thinking.classifier': define(classifierSchema, 'model'),
  // null = as the depth or its preset says.
  'thinking.maxRounds': define(within('thinking.maxRounds').nullable(), null),
  'thinking.tokenBudget': define(within('thinking.tokenBudget').nullable(), null),
  'instructions.person': define(instructionsSchema, '', OWN),
  'instructions.conversation': define(instructionsSchema, '', OF_CONVERSATION),
  // The system message of the program that a conversation belongs to: quoted, never among our own rules.
  'instructions.client': define(textSchema(limits.prompt.clientInstructionsChars), '', OF_CONVERSATION),
  'facts.enabled': define(z.boolean(), true),
  'thinking.maxRecallContexts': define(within('thinking.maxRecallContexts'), thinking.maxRecallContexts, {
    fromEnv: (env) => env.REFLECTIVE_MEMORY_RESULT_LIMIT,
  }),
  'action.maxSteps': define(within('action.maxSteps'), action.maxSteps, {
    fromEnv: (env) => env.REFLECTIVE_MAX_STEPS,
  }),
  'action.adaptiveSteps': define(z.boolean(), true),
  'action.consecutiveMistakeLimit': define(
    within('action.consecutiveMistakeLimit'),
    action.consecutiveMistakes,
  ),
  // The times of a model call; null = by service.
  'model.apiRequestTimeout': define(within('model.apiRequestTimeout').nullable(), null, FOR_USER),
  'model.silenceTimeout': define(within('model.silenceTimeout').nullable(), null, FOR_USER),
  'model.callTimeout': define(
    z.union([within('model.callTimeout'), z.literal('none')]).nullable(),
    null,
    FOR_USER,
  ),
  'model.maxRetryAttempts': define(within('model.maxRetryAttempts'), model.maxRetries, FOR_USER),
  // What each service and model turned out to support. Mneme writes it; a person can reset it.
  'model.learned': define(learnedSchema, {}, OWN),
  // null = the models of the provider's roles.
  'model.answering': define(modelIdSchema.nullable(), null, OF_CONVERSATION),
  'window.size': define(windowSizeSchema, window.size),
  'window.grows': define(z.boolean(), true),
  'window.adaptive': define(z.boolean(), true),
  'window.minSize': define(within('window.minSize'), windowLimits.minSize),
  'window.maxSize': define(within('window.maxSize'), windowLimits.maxSize),
  'recall.scope': define(recallScopeSchema, 'owner'),
  // Null = forever.
  'memory.retentionDays': define(within('memory.retentionDays').nullable(), null, FOR_USER),
  'prompt.totalTokens': define(within('prompt.totalTokens'), prompt.totalTokens),
  'answer.maxTokens': define(within('answer.maxTokens'), answer.tokens),
  'learning.enabled': define(z.boolean(), true),
  'learning.retrievalK': define(within('learning.retrievalK'), limitsOfRetrieval.k),
  'learning.minConfidence': define(z.number().min(0).max(1), limitsOfRetrieval.minConfidence),
  // The domain of a conversation's strategies; '' = all.
  'learning.domain': define(domainSchema, '', { scopes: ['conversation'] }),
  'learning.weights': define(learningWeightsSchema, limitsOfRetrieval.weights),
  'learning.autoConsolidate': define(z.boolean(), true, FOR_USER),
  'learning.consolidateEvery': define(
    within('learning.consolidateEvery'),
    limitsOfLearning.consolidateEvery,
    FOR_USER,
  ),
  'rollUp.every': define(within('rollUp.every'), summary.rollUpEvery, FOR_USER),
  provider: define(providerSchema, { baseUrl: null, offline: false }, OWN),
  'provider.withoutHealth': define(z.boolean(), false, FOR_USER),
  tour: define(tourSchema, 'off', OWN),
  // A month's; they warn and stop nothing. null = none.
  'budget.dollars': define(within('budget.dollars').nullable(), null, FOR_USER),
  'budget.tokens': define(within('budget.tokens').nullable(), null, FOR_USER),
  // Other programs. A file sets none of these, since they decide who comes in.
  'outside.withoutToken': define(z.boolean(), false, OWN),
  'outside.callsPerMinute': define(within('outside.callsPerMinute'), 60, OWN),
  'outside.userHeader': define(headerSchema, 'X-OpenWebUI-User-Id', OWN),
  'outside.conversationHeader': define(headerSchema, 'X-OpenWebUI-Chat-Id', OWN),
  prices: define(pricesSchema, {}, FOR_USER),
} as const

export type SettingKey = keyof typeof definitions
export type SettingValue<K extends SettingKey> = z.infer<(typeof definitions)[K]['schema']>
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(definitions, key)
