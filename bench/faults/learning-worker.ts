import os from 'node:os'
import { testRunner } from '@/lib/agent/testing'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { type Db, openDb } from '@/lib/db/engine/client'
import { type Job, turnPayload } from '@/lib/db/turns/jobs'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import type { Models } from '@/lib/model/models'
import { resultOf } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import type { ModelRequest, StructuredRequest, StructuredResult } from '@/lib/model/types'
import { isAlive } from '@/lib/runtime/is-alive'
import { systemRuntime } from '@/lib/runtime/system-runtime'
import { accept } from '../accept'
import { wait } from './child'

const QUESTION = 'My sister Anna lives in Bremen. Please say when the harbour of Borkum opens.'
const LESSON = {
  ...{
    kind: 'principle',
    title: 'Opening hours',
    description: '',
    tags: ['harbour'],
    section: 'heu',
    confidence: 0.9,
  },
  content: 'Check the opening hours of the day that was asked about before the answer is given.',
}
const FACT = { subject: 'my sister Anna', predicate: 'lives in', object: 'Bremen', confidence: 0.95 }
const REPLIES: Record<string, object> = {
  turn_notes: {
    facts: [{ ...FACT, quote: 'My sister Anna lives in Bremen' }],
    ...{ summary: 'They spoke about harbours.', insights: [], title: 'Harbours' },
    verdict: { label: 'success', confidence: 0.9, reason: 'It was answered.' },
    ...{ tags: [{ id: 'l1', tag: 'helpful' }], lesson: LESSON },
  },
  contradiction: { contradicts: true, quote: 'Never restore' },
}

/** A model with a fixed reply per kind of call; `open` is awaited while a structured call is open. */
class LearningModels implements Models {
  constructor(private readonly open: () => Promise<void> = async () => {}) {}

  describe = () => ({ provider: 'fixed', model: 'fixed-1', offline: false })

  call = async (_role: string, _request: ModelRequest, sink?: { onText?(text: string): void }) => {
    const text = 'It opens at nine [heu-00001].'
    sink?.onText?.(text)
    return said(text)
  }

  async structured<T>(_role: string, request: StructuredRequest<T>): Promise<StructuredResult<T>> {
    await this.open()
    const reply = REPLIES[request.name] ?? { summary: 'They spoke about harbours.', insights: [] }
    return { value: request.schema.safeParse(reply).data ?? null, result: said(JSON.stringify(reply)) }
  }
}

const said = (text: string) =>
  resultOf({ text, provider: 'fixed', model: 'fixed-1', usage: { inputTokens: 100, outputTokens: 10 } })

/**
 * `learning-worker.ts URL OWNER KIND POINT STARTS VARIANT`: does the jobs that earlier workers left, then two
 * turns of OWNER with their jobs. At POINT of the job KIND it prints `reached` and waits there to be killed.
 */
const [url = '', ownerId = '', kind = '', point = '', starts = '0', variant = ''] = process.argv.slice(2)
const say = (word: string) => process.stdout.write(`${word}\n`)
// A dead worker's job can only be claimed after its lease, so each start runs a minute ahead of the one
// before it.
const ahead = Number(starts) * 61_000
const runtime = { ...systemRuntime, now: () => new Date(Date.now() + ahead) }
const db = await openDb(url)
const reached = () => {
  say('reached')
  return new Promise<never>(() => setInterval(() => {}, 60_000))
}

type Transaction = (batch: readonly unknown[], ...rest: unknown[]) => Promise<unknown>
/** The database as a job sees it, with stops around the transaction that completes it. */
function stopping(): Db {
  const transact = db.$transaction.bind(db) as unknown as Transaction
  const watched: Transaction = async (batch, ...rest) => {
    if (point === 'before') await reached()
    if (point === 'during') say('reached')
    // The broken variant completes the job in a transaction of its own.
    const done = await transact(variant === 'two-commits' ? batch.slice(1) : batch, ...rest)
    return point === 'after' ? reached() : done
  }
  return new Proxy(db, {
    get: (target, key) => (key === '$transaction' ? watched : Reflect.get(target, key)),
  })
}
const deps: AgentDeps = { db, models: new LearningModels(), runtime, countTokens, jobsAfter, log: () => {} }
const depsFor = async (job: Job): Promise<AgentDeps> => {
  // The first turn only makes a consolidation due.
  const isOurs = turnPayload.safeParse(job.payload).data?.turnId === `turn_${ownerId}_2`
  if (!isOurs || job.kind !== kind) return deps
  return point === 'call' ? { ...deps, models: new LearningModels(reached) } : { ...deps, db: stopping() }
}

const instance = { id: runtime.id('inst'), host: os.hostname(), pid: process.pid }
const failed = (message: string, fields?: object) =>
  void (/failed|could not/.test(message) && console.error(message, JSON.stringify(fields)))
const jobs = new Jobs({ db, runtime, instanceId: instance.id, depsFor, log: failed })
const runner = await testRunner(deps, { instance, sleep: wait, isAlive, log: failed })
await runner.tickSweep()
await jobs.tick()

async function turn(number: number, userText: string) {
  const [id, conversationId] = [`turn_${ownerId}_${number}`, `conv_${ownerId}`]
  const message = { id, conversationId, clientMessageId: id, userText, title: userText }
  const options = { preset: 'fast' as never }
  await accept(deps, ownerId, { ...message, branchId: `br_${ownerId}`, options })
  await runner.kick(ownerId, conversationId)
  await runner.settled(id)
  await jobs.tick()
}
if (ownerId) {
  await turn(1, 'Hello!')
  await turn(2, QUESTION)
}
say('done')
process.exit(0)
