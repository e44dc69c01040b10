import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { resolveEmbedding, resolveModel } from '@/lib/model/provider/resolve'
import { countTokens } from '@/lib/model/tokens'
import { Runner } from '@/lib/runtime/runner'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { timer } from '@/lib/runtime/turn-log'
import { present } from '@/lib/shared/pick'
import { modelSettingsOf, type OpenAgent, type Options, parseOptions, settingsOf } from './library-options'
import { backupFolder } from './storage'
import { storeUploads, type Uploader } from './turns/uploads'
import { withOwnPrices } from './usage/price-table'

/** Jobs that memory needs. */
const MEMORY_JOBS = new Set([NOTES, 'roll-up', 'embed'])

/**
 * The reflective agent as a library, without the web app: one conversation in its own database. Opening it
 * again continues the same conversation. `close` waits for jobs, such as the model's summaries. @throws MnemeError invalid for options that are
 * unknown or out of range.
 */
export async function openAgent(
  given: OpenAgent,
): Promise<{ agent: ReflectiveAgent; close(): Promise<void> }> {
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
    db,
    url: databaseUrl,
    instance,
    runtime: systemRuntime,
    schedule: timer,
    sleep,
    isAlive: () => true,
    log: () => {},
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

function modelsOf(options: Options) {
  const { apiRequestTimeout: firstChunkMs, silenceTimeout: chunkGapMs, callTimeout: totalMs } = options
  const { maxRetryAttempts: maxRetries, prices } = options
  const settings = modelSettingsOf(options)
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
async function addWorkspace(caller: Uploader, { conversationId, workspace }: Options) {
  const { db, ownerId, runtime } = caller
  if (await findConversation(db, ownerId, conversationId)) return
  for (const { id } of await uploadsOf(db, ownerId, conversationId, null))
    await removeUpload(db, ownerId, id, runtime.now())
  const files = Object.entries(workspace).map(([path, text]) => new File([text], path))
  if (files.length) await storeUploads(caller, conversationId, files)
}
