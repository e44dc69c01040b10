import { z } from 'zod'
import type { ModelSettings } from '@/lib/model/provider/resolve'
import { ROLES } from '@/lib/model/types'
import {
  definitions,
  pricesSchema,
  providerSchema,
  type SettingKey,
  type SettingValue,
} from '@/lib/settings/definitions'
import type { MessageOverrides } from '@/lib/settings/layers'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { idSchema, modelIdSchema } from '@/lib/shared/schemas'
import { foreignText, textSchema } from '@/lib/shared/text'

const setting = <K extends SettingKey>(key: K) =>
  (definitions[key].schema as z.ZodType<SettingValue<K>>).optional()

/** A provider, with one model for all roles or one for each. */
const serviceSchema = z.strictObject({
  baseUrl: providerSchema.shape.baseUrl.default(null),
  apiKey: textSchema(500).min(1).nullable().default(null),
  api: z.enum(['responses', 'chat']).optional(),
  models: z.union([
    modelIdSchema.transform((fast) => ({ fast })),
    z.partialRecord(z.enum(ROLES), modelIdSchema),
  ]),
})

const thinkingSchema = z.strictObject({
  enabled: setting('thinking.enabled'),
  /** How deep every message goes; without one each message decides. */
  preset: setting('thinking.preset'),
  classifier: setting('thinking.classifier'),
  maxThinkingRounds: setting('thinking.maxRounds'),
  thinkingTokenBudget: setting('thinking.tokenBudget'),
  enableRecall: z.boolean().default(true),
  maxRecallContexts: setting('thinking.maxRecallContexts'),
})

/** `ReflectiveAgentConfig`, with what the web app takes from Settings and its environment. */
const optionsSchema = z.strictObject({
  databaseUrl: textSchema(2_000).regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'use file:PATH or postgres://…'),
  conversationId: idSchema,
  ownerId: idSchema.default('local'),
  /** Without a service the built-in engine answers. */
  model: serviceSchema.optional(),
  prices: pricesSchema.default({}),
  /** Milliseconds until the first byte of a reply, between two, and for all of it. */
  apiRequestTimeout: setting('model.apiRequestTimeout'),
  silenceTimeout: setting('model.silenceTimeout'),
  callTimeout: setting('model.callTimeout'),
  maxRetryAttempts: setting('model.maxRetryAttempts'),
  /** Tool calls that may fail in a row. */
  consecutiveMistakeLimit: setting('action.consecutiveMistakeLimit'),
  reflectiveThinking: thinkingSchema.default({ enableRecall: true }),
  instructions: setting('instructions.person'),
  /** Text files by path, for the first message of a new conversation. */
  workspace: z
    .record(textSchema(limits.workspace.pathChars), foreignText(limits.workspace.fileBytes))
    .default({}),
  maxSteps: setting('action.maxSteps'),
  windowSize: setting('window.size'),
  promptTokens: setting('prompt.totalTokens'),
  answerTokens: setting('answer.maxTokens'),
})
export type OpenAgent = z.input<typeof optionsSchema>
export type Options = z.output<typeof optionsSchema>

/** @throws MnemeError that names every option that is unknown or out of range. */
export function parseOptions(given: OpenAgent): Options {
  const parsed = optionsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new MnemeError('invalid', `openAgent cannot use these options:\n${z.prettifyError(parsed.error)}`)
}

/** The options that are settings in the web app. */
export const settingsOf = ({ reflectiveThinking: thinking, ...options }: Options): MessageOverrides => ({
  'thinking.enabled': thinking.enabled,
  'thinking.preset': thinking.preset,
  'thinking.classifier': thinking.classifier,
  'thinking.maxRounds': thinking.maxThinkingRounds,
  'thinking.tokenBudget': thinking.thinkingTokenBudget,
  'thinking.maxRecallContexts': thinking.maxRecallContexts,
  'recall.scope': thinking.enableRecall ? undefined : ('off' as const),
  'instructions.person': options.instructions,
  'action.maxSteps': options.maxSteps,
  'action.consecutiveMistakeLimit': options.consecutiveMistakeLimit,
  'window.size': options.windowSize,
  'prompt.totalTokens': options.promptTokens,
  'answer.maxTokens': options.answerTokens,
})

/** What the model layer takes. The environment is not read. */
export const modelSettingsOf = ({ model }: Options): ModelSettings =>
  model ? { baseUrl: model.baseUrl, apiKey: model.apiKey, api: model.api ?? null, models: model.models } : {}
