// Writes the sample conversation anew: node scripts/run.mjs scripts/sample/make.ts
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { openWorkplace } from '@/bench/workplace'
import { recoverTurn } from '@/lib/agent/recover'
import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import { OFFLINE_TURN } from '@/lib/agent/turn-marks'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { columns } from '@/lib/db/engine/rows'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { getTurn } from '@/lib/db/turns/turns'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import { countTokens } from '@/lib/model/tokens'
import { Runner } from '@/lib/runtime/runner'
import { timer } from '@/lib/runtime/turn-log'
import type { Caller } from '@/lib/services/caller'
import { rateAnswer, siblingTurn } from '@/lib/services/turns/turns'
import { slugNumber } from '@/lib/shared/learning/strategies'
import type { Runtime } from '@/lib/shared/runtime'
import { exportStream } from '@/lib/transfer/export'
import { SAMPLE_FILE } from '@/lib/transfer/sample'
import { PreparedModels, TITLE } from './prepared-models'
import { type Prepared, readScript } from './script'

const OWNER = 'local'
/** A Monday. All dates move by whole weeks when the sample is imported, so weekdays stay right. */
const FIRST_DAY = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000

const place = await openWorkplace()
let [now, ids, asked] = [FIRST_DAY, 0, performance.now()]
const runtime: Runtime = {
  now: () => {
    // As much as really passed, and at least 1 ms, so that a search is never longer than its turn.
    const real = performance.now()
    now += Math.max(1, Math.ceil(real - asked))
    asked = real
    return new Date(now)
  },
  id: (prefix) => {
    ids += 1
    return `${prefix}_sample${String(ids).padStart(16, '0')}`
  },
  random: () => 0.5,
}
const { db } = place
await db.user.create({ data: { id: OWNER, createdAt: runtime.now() } })
const script = readScript()
const models = new PreparedModels(script)
const log = (message: string, fields?: unknown) => console.error(message, JSON.stringify(fields))
const deps: AgentDeps = { db, models, runtime, countTokens, jobsAfter, log }
const runner = new Runner({
  ...{ db, runtime, log, schedule: timer, isAlive: () => true },
  instance: { id: 'inst_sample', host: 'here', pid: process.pid },
  sleep: async () => {},
  runTurn: (run) => new ReflectiveAgent(deps).run(run),
  recoverTurn: (turn, frames) => recoverTurn(deps, turn, frames),
})
await runner.register()
const jobs = new Jobs({ db, runtime, instanceId: 'inst_sample', depsFor: async () => deps, log })
const caller = { db, runner, runtime, ownerId: OWNER } as Caller
const conversationId = runtime.id('conv')

/** The jobs of a turn, those that wait for a later moment too. */
async function work() {
  for (let i = 0; i < 50; i += 1) {
    const waiting = await db.job.count({ where: { status: { in: ['waiting', 'running'] } } })
    if (waiting === 0) return
    await jobs.tick()
    now += 60_000
  }
  throw new Error(JSON.stringify(await db.job.findMany({ where: { status: { not: 'done' } }, take: 3 })))
}

async function settled(turnId: string, prepared: Prepared) {
  await runner.settled(turnId)
  const turn = await getTurn(db, OWNER, turnId)
  if (turn.status !== 'completed') throw new Error(`turn ${turn.number}: ${JSON.stringify(turn.error)}`)
  await work()
  if (prepared.isRated) await rateAnswer(caller, turnId, { value: 1, reason: '' })
  await work()
  for (const { title, slug } of await db.strategy.findMany()) models.slugs.set(title, slug)
}

async function play(prepared: Prepared) {
  const [hours = 0, minutes = 0] = prepared.time.split(':').map(Number)
  now = Math.max(now, FIRST_DAY + prepared.day * DAY_MS + (hours * 60 + minutes) * 60_000)
  const { other } = prepared
  const first = other ? { ...prepared, ...other, calls: [], lessons: [] } : prepared
  models.play(first)
  const { turn } = await acceptTurn(
    db,
    OWNER,
    {
      ...{ id: runtime.id('turn'), conversationId, clientMessageId: runtime.id('msg') },
      ...{ userText: first.ask, userTokens: countTokens(first.ask) },
      options: { depth: prepared.rounds.length ? 'complex' : 'moderate' },
      ...{ attachments: [], now: runtime.now(), title: TITLE, branchId: runtime.id('br') },
    },
    { behind: 'leaf' },
  )
  await runner.kick(OWNER, conversationId)
  await settled(turn.id, other ? { ...first, isRated: false } : prepared)
  if (!other) return
  models.play(prepared)
  now += 180_000
  const ids = { newTurnId: runtime.id('turn'), clientMessageId: runtime.id('msg') }
  const again = await siblingTurn(caller, { turnId: turn.id, ...ids, options: {} }, prepared.ask)
  await settled(again.id, prepared)
}
for (const [i, turn] of script.turns.entries()) {
  await play(turn)
  process.stderr.write(`\rturn ${i + 1} of ${script.turns.length}`)
}

// Nothing of the sample may leave the machine, and its lessons are only its own.
for (const { id, options } of await db.turn.findMany())
  await db.turn.update({ where: { id }, data: { options: { ...Object(options), ...OFFLINE_TURN } } })
let text = ''
for await (const piece of exportStream(db, OWNER, { conversationId, exportedAt: new Date(now) }))
  text += piece
const file = {
  ...JSON.parse(text),
  verdicts: await db.verdict.findMany({ select: columns('turnId label confidence reasons by') }),
  uses: await db.strategyUse.findMany({ omit: { ownerId: true } }),
}
// In the order of their numbers, since they are numbered again.
file.strategies.sort((a: { slug: string }, b: { slug: string }) => slugNumber(a) - slugNumber(b))
for (const strategy of file.strategies) Object.assign(strategy, { conversationId })
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 }
const bytes = brotliCompressSync(JSON.stringify(file), { params })
writeFileSync(path.resolve(SAMPLE_FILE), bytes)
console.log(
  `\n${SAMPLE_FILE}: ${bytes.length} bytes, ${file.strategies.length} strategies, ${file.facts.length} facts`,
)
await runner.shutdown()
await place.close()
