import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { recoverTurn } from '@/lib/agent/recover'
import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { readOldPrompts } from '@/lib/db/forget/old-form'
import { ensureUser } from '@/lib/db/users'
import { jobsAfter } from '@/lib/jobs/registry'
import { createModels } from '@/lib/model/call/call'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { countTokens } from '@/lib/model/tokens'
import type { ModelConfig } from '@/lib/model/types'
import { Runner } from '@/lib/runtime/runner'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { timer } from '@/lib/runtime/turn-log'

export type OpenAgent = { databaseUrl: string; conversationId: string; ownerId?: string; model?: ModelConfig }

/**
 * The reflective agent as a library, without the web app: one conversation in its own database. Close it when
 * done.
 */
export async function openAgent(
  options: OpenAgent,
): Promise<{ agent: ReflectiveAgent; close(): Promise<void> }> {
  const {
    databaseUrl,
    conversationId,
    ownerId = 'local',
    model = { provider: 'offline', delayMs: 0 },
  } = options
  await migrate(databaseUrl, { backups: null })
  const db = await openDb(databaseUrl)
  await readOldPrompts(db)
  await ensureUser(db, ownerId, systemRuntime.now())
  const silent = { info: () => {}, warn: () => {} }
  const deps: AgentDeps = {
    db,
    runtime: systemRuntime,
    countTokens,
    jobsAfter,
    log: () => {},
    models: createModels(() => model, { runtime: systemRuntime, prices: DEFAULT_PRICES, log: silent }),
  }
  const turns = new ReflectiveAgent(deps)
  const runner = new Runner({
    db,
    url: databaseUrl,
    instance: { id: systemRuntime.id('inst'), host: os.hostname(), pid: process.pid },
    runtime: systemRuntime,
    schedule: timer,
    sleep,
    isAlive: () => true,
    log: () => {},
    runTurn: (run) => turns.run(run),
    recoverTurn: (turn, frames) => recoverTurn(deps, turn, frames),
  })
  await runner.register()
  const agent = new ReflectiveAgent(deps, { ownerId, conversationId, runner })
  return {
    agent,
    async close() {
      await runner.shutdown()
      await db.$disconnect()
    },
  }
}
