import { serveOpenAi } from '@/e2e/support/openai-server'
import { harness } from '@/lib/agent/testing'
import { testDb } from '@/lib/db/testing'
import { ensureUser } from '@/lib/db/users'
import { configAt, testModels } from '@/lib/model/testing'
import type { Depth } from '@/lib/shared/turn/depth'
import type { Bench, Report } from '../bench'
import { rounded } from '../stats'
import { newestModel } from '../truth/newest-model'
import { type Message, mixedMessages } from './messages'

const MINUTE = 60_000
const FIRST_SEED = 1
const PRESETS = ['auto', 'standard'] as const
const ENGINES = ['built-in', 'over HTTP'] as const

type Played = { tokens: number; calls: number; wrong: string[]; asked: number; depths: Map<Depth, number> }

/**
 * Plays the messages as real turns of one conversation. Tokens and calls are those of the ledger. A fact is
 * answered if the built-in engine says it; over HTTP, where the model follows a script, if a prompt shows it.
 */
async function play(
  engine: (typeof ENGINES)[number],
  preset: (typeof PRESETS)[number],
  messages: readonly Message[],
): Promise<Played> {
  const at = await testDb()
  const server = engine === 'built-in' ? null : await serveOpenAi({ model: newestModel() })
  const ownerId = `${at.ownerId}_${preset}`
  await ensureUser(at.db, ownerId, new Date())
  const h = await harness(() => ({}), {}, { url: at.url, ownerId, prefix: `${ownerId}_`, db: at.db })
  h.deps.models = testModels(
    server ? configAt(server.url, 'chat') : { provider: 'offline', delayMs: 0 },
  ).models
  try {
    const wrong: string[] = []
    const depths = new Map<Depth, number>()
    for (const { text, answer } of messages) {
      h.runtime.advance(MINUTE)
      const before = server?.requests.length ?? 0
      const turn = await h.say('mixed', text, { preset })
      const shown = server ? JSON.stringify(server.requests.slice(before)) : turn.answer
      if (turn.status !== 'completed') throw new Error(`"${text}" ended as ${turn.status}`)
      if (answer && !shown.includes(answer)) wrong.push(`${text} -> ${turn.answer.slice(0, 160)}`)
      const depth = (turn.depth ?? 'moderate') as Depth
      depths.set(depth, (depths.get(depth) ?? 0) + 1)
    }
    const steps = await at.db.step.findMany({ where: { ownerId } })
    const tokens = steps.reduce(
      (sum, step) =>
        sum + (step.inputTokens || step.estInputTokens) + (step.outputTokens || step.estOutputTokens),
      0,
    )
    return {
      tokens,
      calls: steps.length,
      wrong,
      asked: messages.filter(({ answer }) => answer).length,
      depths,
    }
  } finally {
    await h.runner.shutdown()
    await server?.close()
    await at.close()
  }
}

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const messages = mixedMessages(n ?? FIRST_SEED)
  const report: Report = { rows: [], goals: [], notes: [] }
  for (const engine of ENGINES) {
    say(`${engine}: ${messages.length} messages in Auto and in Standard …`)
    const [auto, standard] = [await play(engine, 'auto', messages), await play(engine, 'standard', messages)]
    for (const [preset, played] of [
      ['auto', auto],
      ['standard', standard],
    ] as const)
      report.rows.push({
        engine,
        preset,
        tokensPerTurn: Math.round(played.tokens / messages.length),
        callsPerTurn: rounded(played.calls / messages.length),
        'facts right': `${played.asked - played.wrong.length} of ${played.asked}`,
        depths: [...played.depths].map(([depth, count]) => `${depth} ${count}`).join(', '),
      })
    report.goals.push(
      {
        goal: `${engine}: tokens of Auto against Standard`,
        value: rounded((100 * auto.tokens) / standard.tokens),
        limit: 60,
        unit: '%',
      },
      {
        goal: `${engine}: planted facts answered in Auto`,
        value: rounded((100 * (auto.asked - auto.wrong.length)) / auto.asked),
        limit: 100,
        unit: '%',
        atLeast: true,
      },
    )
    report.notes.push(...auto.wrong.map((one) => `${engine}, Auto: ${one}`))
  }
  return report
}

export const depth: Bench = {
  name: 'depth',
  about: 'tokens and calls of 100 mixed messages, Auto against always Standard (--n SEED)',
  run,
}
