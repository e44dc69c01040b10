import { serveOpenAi } from '@/e2e/support/openai-server'
import { testRunner } from '@/lib/agent/testing'
import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Db } from '@/lib/db/engine/client'
import { type Recorded, recordedUsage } from '@/lib/db/ledger/usage'
import { testRuntime } from '@/lib/db/testing'
import { getTurn } from '@/lib/db/turns/turns'
import { jobsAfter } from '@/lib/jobs/registry'
import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import { Jobs } from '@/lib/jobs/worker'
import { createModels } from '@/lib/model/call/call'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { configAt } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import { startLoops } from '@/lib/services/loops'
import { PromptLog } from '@/lib/services/turns/prompt-log'
import { saveSetting } from '@/lib/settings/layers'
import { accept } from '../accept'
import type { TurnRequests } from '../requests'
import { openWorkplace } from '../workplace'
import { ReplayModel } from './replay-model'

const MINUTE = 60_000
/** A message every two minutes, and a pause of twenty after every ten. */
const APART_MS = 2 * MINUTE
const PAUSE_MS = 20 * MINUTE
const PAUSE_AFTER = 10

/** When a replayed turn begins, in milliseconds after the first turn. */
export const timeOf = (turn: number) => turn * APART_MS + Math.floor(turn / PAUSE_AFTER) * PAUSE_MS

export const PACE_NOTE = `one every ${APART_MS / MINUTE} minutes with a pause of ${PAUSE_MS / MINUTE} after every ${PAUSE_AFTER}`

/** A message and its answer. */
export type Exchange = { user: string; answer: string }
type PlayOptions = { thinking: boolean; memory: boolean }
/** For each turn: its point in the ledger, the database size after it, and the requests it sent. */
export type Played = Recorded & { bytes: number[]; requests: TurnRequests[] }
type Replayer = {
  /**
   * Replays a conversation as real turns, with their jobs. With `memory: false` every earlier message is sent
   * and nothing is learned.
   */
  play(id: string, turns: Exchange[], options: PlayOptions): Promise<Played>
  close(): Promise<void>
}

const OWNER = 'local'
const WITHOUT_MEMORY = {
  'window.size': 'full',
  'facts.enabled': false,
  'learning.enabled': false,
  'prompt.totalTokens': 1_000_000,
}

async function sizeOf(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ bytes: number | bigint }[]>`
    SELECT page_count * page_size AS "bytes" FROM pragma_page_count(), pragma_page_size()`
  return Number(rows[0]?.bytes ?? 0)
}

/**
 * The runner, the agent and the jobs on their own database, with the replayed model behind the provider's
 * protocol.
 */
export async function openReplayer(): Promise<Replayer> {
  const place = await openWorkplace()
  const { db } = place
  const runtime = testRuntime()
  await db.user.create({ data: { id: OWNER, createdAt: runtime.now() } })
  const model = new ReplayModel()
  const server = await serveOpenAi({ model })
  const config = configAt(server.url, 'chat', { apiKey: 'none', model: 'replay' })
  const quiet = { info: () => {}, warn: () => {} }
  const models = createModels(() => config, { runtime, prices: DEFAULT_PRICES, log: quiet, gate: null })
  const deps: AgentDeps = { db, models, runtime, countTokens, jobsAfter, log: () => {} }
  const jobs = new Jobs({ db, runtime, instanceId: 'bench', depsFor: async () => deps, log: () => {} })
  const runner = await testRunner(deps, { sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) })
  const prompts = new PromptLog(db, () => {})
  const endLoops = startLoops({ db, runner, jobs, prompts, runtime, log: () => {} })

  const say = async (
    conversationId: string,
    { user, answer }: Exchange,
    { thinking, memory }: PlayOptions,
  ) => {
    model.answer = answer
    const depth = thinking ? ({ preset: 'standard' } as const) : ({ depth: 'moderate' } as const)
    const recall = memory ? ('conversation' as const) : ('off' as const)
    const given = { conversationId, userText: user, options: { ...depth, recall } }
    const { turn } = await accept(deps, OWNER, given)
    await runner.kick(OWNER, conversationId)
    await runner.settled(turn.id)
    const { status, number } = await getTurn(db, OWNER, turn.id)
    if (status !== 'completed') throw new Error(`turn ${number} of ${conversationId} ended as ${status}`)
    await queueTopicJobs(deps)
    await jobs.tick()
    return server.requests.splice(0).map(({ body }) => body)
  }
  return {
    async play(id, turns, options) {
      for (const [key, value] of Object.entries(WITHOUT_MEMORY))
        await saveSetting(db, OWNER, 'user', key, options.memory ? null : value)
      const bytes: number[] = []
      const requests: TurnRequests[] = []
      for (const [i, turn] of turns.entries()) {
        runtime.advance(timeOf(i) - timeOf(i - 1))
        requests.push({ at: timeOf(i), bodies: await say(id, turn, options) })
        bytes.push(await sizeOf(db))
      }
      const sizes = { maxPoints: turns.length, slabTurns: 5_000 }
      return { ...(await recordedUsage(db, OWNER, { conversationId: id }, sizes)), bytes, requests }
    },
    async close() {
      endLoops()
      await runner.shutdown()
      await jobs.stop()
      await server.close()
      await place.close()
    },
  }
}
