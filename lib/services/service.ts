import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { recoverTurn } from '@/lib/agent/recover'
import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import { isOfflineTurn } from '@/lib/agent/turn-marks'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { env } from '@/lib/config/env'
import type { Db } from '@/lib/db/engine/client'
import { purgePromptFiles } from '@/lib/db/forget/purge/purge-prompt-files'
import { takeOver } from '@/lib/db/forget/take-over'
import { type Job, turnOfJob } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import { ownerIds } from '@/lib/db/users'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import type { Models } from '@/lib/model/models'
import { countTokens } from '@/lib/model/tokens'
import { isAlive } from '@/lib/runtime/is-alive'
import { RemoteTurns } from '@/lib/runtime/remote-turns'
import { Runner } from '@/lib/runtime/runner'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { Tabs } from '@/lib/runtime/tabs'
import { timer } from '@/lib/runtime/turn-log'
import { sharesSecret } from '@/lib/settings/secrets'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import type { Runtime } from '@/lib/shared/runtime'
import { readOptions } from '@/lib/shared/schemas'
import type { Service } from './caller'
import { writeCalls } from './door/call-log'
import { logger } from './log'
import { startLoops } from './loops'
import { embedAll } from './models/embedding'
import { modelsFor } from './models/model-settings'
import { backupFolder, finishRestoration, openStorage } from './storage'
import { openTelemetry } from './telemetry'
import { PromptLog, promptFolder } from './turns/prompt-log'
import { redactOf } from './turns/trajectory'

type Asked = Pick<Turn, 'ownerId' | 'conversationId' | 'options'>

export const modelsOfTurn = async (db: Db, runtime: Runtime, turn: Asked) =>
  modelsFor(
    { db, runtime, ownerId: turn.ownerId },
    {
      offline: isOfflineTurn(turn),
      conversationId: turn.conversationId,
      model: readOptions(turn.options).model ?? null,
    },
  )

/** A job about a turn uses that turn's models, so that no job sends an offline turn. */
async function modelsOfJob(db: Db, runtime: Runtime, job: Pick<Job, 'ownerId' | 'payload'>) {
  const found = await turnOfJob(db, job)
  return found ? modelsOfTurn(db, runtime, found.turn) : modelsFor({ db, runtime, ownerId: job.ownerId })
}

/** At start: embeds what was said without an embedding model, or with another one. */
async function embedOfAll(db: Db, runtime: Runtime): Promise<void> {
  if (!env().MNEME_EMBEDDING_MODEL) return
  for (const ownerId of await ownerIds(db)) await embedAll({ db, runtime, ownerId })
}

/** The service of this process, opened once, on first use or at start. */
export const service = (): Promise<Service> => once('service', () => open())

/** The same in a process that runs one turn, and of other waiting turns only those before it. */
export const serviceForTurn = (one: OneTurn): Promise<Service> => once('service', () => open(one))
/** The same in a process that runs no turn, only jobs. */
export const serviceWithoutTurns = () => serviceForTurn({ conversationId: '', turnId: '' })
type OneTurn = { conversationId: string; turnId: string }

/** A turn starts this much later, so that the request that sent its message is answered first. */
const HEAD_START_MS = 5

async function open(one?: OneTurn): Promise<Service> {
  const log = (message: string, fields: Record<string, unknown> = {}) => logger().info(fields, message)
  const db = await openStorage(systemRuntime.now())
  if (!(await sharesSecret(db)))
    logger().error(
      'This server’s secret differs from the one its database was first used with, so it cannot read the API keys stored there. Set the same MNEME_SECRET on all servers, or copy the file "secret" from the first data directory.',
    )
  const runtime = systemRuntime
  const emptied = await takeOver(db, backupFolder(), runtime.now()).catch((error) => {
    log('prompts that do not say what they quote stay until the next start', { error: String(error) })
    return 0
  })
  if (emptied) log('prompts that did not say what they quote lost their text', { calls: emptied })
  await finishRestoration({ db, runtime })
  const depsWith = (models: Models): AgentDeps => ({ db, runtime, countTokens, log, models, jobsAfter })
  const depsFor = async (turn: Turn) => depsWith(await modelsOfTurn(db, runtime, turn))
  const instance = { id: runtime.id('inst'), host: os.hostname(), pid: process.pid }
  const telemetry = await openTelemetry(instance.id, log, (ownerId) => redactOf(db, ownerId))
  const prompts = new PromptLog(db, log)
  const jobs = new Jobs({
    ...{ db, runtime, instanceId: instance.id, log, telemetry },
    depsFor: async (job) => ({
      ...depsWith(await modelsOfJob(db, runtime, job)),
      spaceNow: async () => (await modelsFor({ db, runtime, ownerId: job.ownerId })).embedder?.space ?? null,
    }),
    turnsRunning: () => runner.active,
    onTurnJob: (ownerId, turnId) => prompts.put(ownerId, turnId),
  })
  let hasBegun = false
  const runner = new Runner({
    ...{ db, instance, runtime, schedule: timer, sleep, isAlive, log, telemetry },
    serves: (conversationId) => !one || (conversationId === one.conversationId && !hasBegun),
    runTurn: async (run) => {
      hasBegun ||= run.turn.id === one?.turnId
      await sleep(HEAD_START_MS)
      return new ReflectiveAgent(await depsFor(run.turn)).run(run)
    },
    recoverTurn: async (turn, frames) => recoverTurn(await depsFor(turn), turn, frames),
    onSettled: (ownerId, turnId) => {
      prompts.put(ownerId, turnId)
      jobs.wake()
    },
  })
  await purgePromptFiles(db, promptFolder()).catch((error) =>
    log('prompt files could not be checked', { error: String(error) }),
  )
  await runner.register()
  await runner.tickSweep()
  void embedOfAll(db, runtime).catch((error) =>
    log('embedding could not be queued', { error: String(error) }),
  )
  const endLoops = startLoops({ db, runner, jobs, prompts, runtime, log })
  return {
    ...{ db, runner, jobs, runtime, tabs: new Tabs(timer) },
    follow: { db, runner, remote: new RemoteTurns(db, timer, limits.runner.pollMs) },
    async stop() {
      endLoops()
      await runner.shutdown()
      await jobs.stop()
      await prompts.idle()
      await writeCalls({ db, runtime }).catch(() => {})
      await Promise.all([db.$disconnect(), telemetry.close()])
    },
  }
}
