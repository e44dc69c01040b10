import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { recoverTurn } from '@/lib/agent/recover'
import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { removeUpload, uploadsOf } from '@/lib/db/files/workspace'
import { takeOver } from '@/lib/db/forget/take-over'
import { findConversation } from '@/lib/db/turns/conversations'
import { NOTES } from '@/lib/db/turns/jobs'
import { ensureUser } from '@/lib/db/users'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import { createModels } from '@/lib/model/call/call'
import { type ModelSettings, resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import { countTokens } from '@/lib/model/tokens'
import { ROLES } from '@/lib/model/types'
import { Runner } from '@/lib/runtime/runner'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { timer } from '@/lib/runtime/turn-log'
import { definitions, pricesSchema, type SettingKey, type SettingValue } from '@/lib/settings/definitions'
import type { MessageOverrides } from '@/lib/settings/layers'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { present } from '@/lib/shared/pick'
import { idSchema, modelIdSchema, providerSchema } from '@/lib/shared/schemas'
import { foreignText, textSchema } from '@/lib/shared/text'
import type { Person } from './caller'
import { backupFolder } from './storage'
import { storeUploads } from './turns/uploads'
import { withOwnPrices } from './usage/usage'

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
type Options = z.output<typeof optionsSchema>

/** @throws MnemeError that names every option that is unknown or out of range. */
function parseOptions(given: OpenAgent): Options {
  const parsed = optionsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new MnemeError('invalid', `openAgent cannot use these options:\n${z.prettifyError(parsed.error)}`)
}

/** The options that are settings in the web app. */
const settingsOf = ({ reflectiveThinking: thinking, ...options }: Options): MessageOverrides => ({
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

const MEMORY_JOBS = new Set([NOTES, 'roll-up', 'embed'])

/**
 * The reflective agent as a library, without the web app: one conversation in its own database. Opening it
 * again continues the same conversation. `close` waits for jobs, such as the model's summaries. @throws MnemeError invalid for options that are
 * unknown or out of range.
 */
export async function openAgent(given: OpenAgent) {
  const options = parseOptions(given)
  const { databaseUrl, conversationId, ownerId } = options
  await migrate(databaseUrl, { backups: null })
  const db = await openDb(databaseUrl)
  await takeOver(db, backupFolder(), systemRuntime.now())
  await ensureUser(db, ownerId, systemRuntime.now())
  await addWorkspace({ db, ownerId, runtime: systemRuntime }, options)
  const deps: AgentDeps = {
    db,
    runtime: systemRuntime,
    countTokens,
    jobsAfter: (end) => jobsAfter(end).filter(({ kind }) => MEMORY_JOBS.has(kind)),
    log: () => {},
    models: modelsOf(options),
    // Learning has its pages in the web app.
    overrides: { ...settingsOf(options), 'learning.enabled': false },
  }
  const turns = new ReflectiveAgent(deps)
  const instance = { id: systemRuntime.id('inst'), host: os.hostname(), pid: process.pid }
  const jobs = new Jobs({
    ...{ db, runtime: systemRuntime, instanceId: instance.id, log: deps.log },
    depsFor: async () => deps,
  })
  const runner = new Runner({
    ...{ db, instance, runtime: systemRuntime, schedule: timer, sleep, log: deps.log },
    isAlive: () => true,
    onSettled: () => jobs.wake(),
    runTurn: (run) => turns.run(run),
    recoverTurn: (turn, frames) => recoverTurn(deps, turn, frames),
  })
  await runner.register()
  const agent = new ReflectiveAgent(deps, { ownerId, conversationId, runner })
  return {
    agent,
    async close() {
      await runner.shutdown()
      await jobs.tick()
      await db.$disconnect()
    },
  }
}

/** The environment is not read. */
function modelsOf(options: Options) {
  const { apiRequestTimeout: firstChunkMs, silenceTimeout: chunkGapMs, callTimeout: totalMs } = options
  const { maxRetryAttempts: maxRetries, prices, model } = options
  const settings: ModelSettings = model ? { ...model, api: model.api ?? null } : {}
  return createModels((role) => resolveModel(role, {}, settings), {
    runtime: systemRuntime,
    prices: withOwnPrices(prices),
    log: { info: () => {}, warn: () => {} },
    gate: null,
    embedding: resolveEmbedding({}, settings),
    ...present({ maxRetries }),
    times: { firstChunkMs, chunkGapMs, totalMs },
  })
}

/** The files wait for the first message. A stored conversation has its own workspace. */
async function addWorkspace(caller: Person, { conversationId, workspace }: Options) {
  const { db, ownerId, runtime } = caller
  if (await findConversation(db, ownerId, conversationId)) return
  for (const { id } of await uploadsOf(db, ownerId, conversationId, null))
    await removeUpload(db, ownerId, id, runtime.now())
  const files = Object.entries(workspace).map(([path, text]) => new File([text], path))
  if (files.length) await storeUploads(caller, conversationId, files)
}
