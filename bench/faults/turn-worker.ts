import os from 'node:os'
import { testRunner } from '@/lib/agent/testing'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { openDb } from '@/lib/db/engine/client'
import { requeue } from '@/lib/db/turns/claims'
import { releaseFirst } from '@/lib/db/turns/queue'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import { countTokens } from '@/lib/model/tokens'
import { isAlive } from '@/lib/runtime/is-alive'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { startLoops } from '@/lib/services/loops'
import { PromptLog } from '@/lib/services/turns/prompt-log'
import { accept } from '../accept'
import { wait } from './child'
import { SlowModels } from './slow-model'

/**
 * `turn-worker.ts URL OWNER MODE`: runs turns until it is killed, and prints `ack ID` per stored message.
 * `ack-first` prints it one message too early (the broken variant); `finish` only completes existing turns.
 */
const [url = '', ownerId = '', mode = 'run'] = process.argv.slice(2)
const CONVERSATIONS = 4
const say = (...words: (string | number)[]) => process.stdout.write(`${words.join(' ')}\n`)

// A dead worker's job can only be claimed after its lease, so the last process runs a minute ahead.
const ahead = mode === 'finish' ? 61_000 : 0
const runtime = { ...systemRuntime, now: () => new Date(Date.now() + ahead) }
say('opened')
const opened = performance.now()
const db = await openDb(url)
const models = new SlowModels(Math.random, () => say('word'))
const deps: AgentDeps = { db, models, runtime, countTokens, jobsAfter, log: () => {} }
const instance = { id: runtime.id('inst'), host: os.hostname(), pid: process.pid }
const jobs = new Jobs({ db, runtime, instanceId: instance.id, depsFor: async () => deps, log: () => {} })
const runner = await testRunner(deps, {
  ...{ instance, sleep: wait, isAlive, onSettled: () => jobs.wake() },
  log: (message, fields) =>
    void (message.includes('could not') && console.error(message, JSON.stringify(fields))),
})
say('instance', instance.id)
await runner.tickSweep()
say('recovered', Math.round(performance.now() - opened))
startLoops({ db, runner, jobs, prompts: new PromptLog(db, () => {}), runtime, log: () => {} })

async function again(share: number) {
  const cutShort = await db.turn.findMany({
    where: { ownerId, status: { in: ['interrupted', 'failed', 'stopped'] } },
    select: { id: true, conversationId: true },
  })
  for (const turn of cutShort) {
    if (Math.random() > share) await releaseFirst(db, ownerId, turn.conversationId)
    else if (await requeue(db, ownerId, turn.id, {})) say('retried', turn.id)
    await runner.kick(ownerId, turn.conversationId)
  }
}

let next = runtime.id('cm')
async function send(conversationId: string) {
  const clientMessageId = next
  next = runtime.id('cm')
  if (mode === 'ack-first') say('ack', next)
  const userText = `A message of ${process.pid}, ${clientMessageId}`
  const given = { conversationId, clientMessageId, userText, options: { preset: 'quick' } as const }
  const done = await accept(deps, ownerId, given).catch((error: { code?: string }) => {
    if (error.code !== 'queue_full') throw error
    return null
  })
  if (!done) return say('full')
  if (mode !== 'ack-first') say('ack', clientMessageId)
  await runner.kick(ownerId, conversationId)
}

if (mode === 'finish') {
  for (;;) {
    await again(1)
    const open =
      (await db.turn.count({ where: { status: { not: 'completed' } } })) +
      (await db.job.count({ where: { status: { in: ['waiting', 'running'] } } }))
    if (open === 0) break
    await jobs.tick()
    await wait(20)
  }
  say('done')
  process.exit(0)
}
await again(0.7)
for (let i = Math.floor(Math.random() * CONVERSATIONS); ; i++) {
  await send(`conv_${ownerId}_${i % CONVERSATIONS}`)
  await wait(Math.random() * 60)
}
