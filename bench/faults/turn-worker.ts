import os from 'node:os'
import { recoverTurn } from '@/lib/agent/recover'
import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { openDb } from '@/lib/db/engine/client'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { requeue } from '@/lib/db/turns/claims'
import { releaseFirst } from '@/lib/db/turns/queue'
import { titleFor } from '@/lib/heuristics/titles/title'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import { countTokens } from '@/lib/model/tokens'
import { isAlive } from '@/lib/runtime/is-alive'
import { Runner } from '@/lib/runtime/runner'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { timer } from '@/lib/runtime/turn-log'
import { startLoops } from '@/lib/services/loops'
import { PromptLog } from '@/lib/services/turns/prompt-log'
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
const deps: AgentDeps = {
  db,
  models: new SlowModels(Math.random, () => say('word')),
  runtime,
  countTokens,
  jobsAfter,
  log: () => {},
}
const instance = { id: runtime.id('inst'), host: os.hostname(), pid: process.pid }
const jobs = new Jobs({ db, runtime, instanceId: instance.id, depsFor: async () => deps, log: () => {} })
const runner = new Runner({
  db,
  url,
  instance,
  runtime,
  schedule: timer,
  sleep: wait,
  isAlive,
  log: (message, fields) =>
    void (message.includes('could not') && console.error(message, JSON.stringify(fields))),
  runTurn: (run) => new ReflectiveAgent(deps).run(run),
  recoverTurn: (turn, frames) => recoverTurn(deps, turn, frames),
  onSettled: () => jobs.wake(),
})
await runner.register()
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
async function accept(conversationId: string) {
  const clientMessageId = next
  next = runtime.id('cm')
  if (mode === 'ack-first') say('ack', next)
  const userText = `A message of ${process.pid}, ${clientMessageId}`
  const message = {
    id: runtime.id('turn'),
    conversationId,
    clientMessageId,
    userText,
    userTokens: countTokens(userText),
    title: titleFor(userText),
    branchId: runtime.id('br'),
  }
  const done = await acceptTurn(
    db,
    ownerId,
    { ...message, options: { preset: 'quick' }, attachments: [], now: runtime.now() },
    { behind: 'leaf' },
  ).catch((error: { code?: string }) => {
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
  await accept(`conv_${ownerId}_${i % CONVERSATIONS}`)
  await wait(Math.random() * 60)
}
