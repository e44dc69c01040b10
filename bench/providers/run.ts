import { isDeepStrictEqual } from 'node:util'
import { testRunner } from '@/lib/agent/testing'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { type TestDb, testDb } from '@/lib/db/testing'
import { NOTES } from '@/lib/db/turns/jobs'
import { getTurn, type Turn } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { Jobs } from '@/lib/jobs/worker'
import { createModels } from '@/lib/model/call/call'
import { SupportMemory } from '@/lib/model/call/support/support'
import type { Models } from '@/lib/model/models'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { configAt, testRuntime } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import { FULL } from '@/lib/shared/model-support'
import type { TurnOptions } from '@/lib/shared/schemas'
import { accept } from '../accept'
import { withVirtualClock } from '../virtual-clock'
import { problemsOf } from './check'
import { type Case, type Kind, nameOf, type Phase } from './kind'
import { QUESTION } from './script'
import { type Service, serve } from './service'

export type Result = { one: Case; name: string; problems: string[]; ms: number }
/** Wraps the real model layer, to build the broken variants that the check must detect. */
type Around = (models: Models) => Models

const AT_ONCE = 4
const SETTLE_MS = 100 * 60_000

const OPTIONS: Record<Phase, TurnOptions> = {
  think: { preset: 'standard' },
  answer: { depth: 'moderate' },
  notes: { depth: 'moderate' },
  classify: { preset: 'auto' },
}

export const casesOf = (kinds: readonly Kind[]): Case[] =>
  kinds.flatMap((kind) => kind.apis.flatMap((api) => kind.phases.map((phase) => ({ kind, api, phase }))))

/** One case of each kind, in a phase and API by its name; the bench has all of them. */
export const quickCasesOf = (kinds: readonly Kind[]): Case[] =>
  kinds.flatMap((kind) => {
    const all = casesOf([kind])
    const at = [...kind.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % all.length
    return all.slice(at, at + 1)
  })

/** Sends what is meant for the kind's own address to the server on this machine. */
function fetchTo(service: Service, baseUrl: string | undefined): typeof globalThis.fetch | undefined {
  if (baseUrl === undefined) return undefined
  return (input, init) => fetch(String(input).replace(baseUrl, service.url), init)
}

/** The text deltas of a call must be its text: what a person saw is never taken back. */
function watched(models: Models, problems: string[]): Models {
  return {
    ...models,
    async call(role, request, sink = {}) {
      let seen = ''
      const result = await models.call(role, request, {
        ...sink,
        onText(delta) {
          seen += delta
          sink.onText?.(delta)
        },
      })
      if (seen !== result.text)
        problems.push(`the person saw ${JSON.stringify(seen.slice(0, 120))} meanwhile`)
      return result
    },
  }
}

let ids = 0

/** Some 1,500 tokens of which no sentence is said twice. */
const longMessage = (number: number) =>
  Array.from({ length: 100 }, (_, at) => `Post ${number}-${at} of the fence is ${at + 3} cm wide.`).join(' ')

/** Runs a case through a real turn of a new user. */
export async function tryCase(at: TestDb, one: Case, around: Around = (models) => models): Promise<Result> {
  const { kind, api, phase } = one
  const began = performance.now()
  const service = await serve(one)
  const problems: string[] = []
  const runtime = { ...testRuntime(), id: (prefix: string) => `${prefix}_${++ids}` }
  const fetch = fetchTo(service, kind.baseUrl)
  const config = configAt(kind.baseUrl ?? service.url, api, { model: kind.model ?? 'test-model' })
  const support = new SupportMemory()
  const models = createModels(() => config, {
    runtime,
    support,
    gate: null,
    prices: DEFAULT_PRICES,
    log: { info() {}, warn() {} },
    sleep: async () => {},
    ...(fetch ? { fetch } : {}),
  })
  const isNoted = phase === 'notes'
  const deps: AgentDeps = {
    db: at.db,
    models: watched(around(models), kind.retracts ? [] : problems),
    runtime,
    countTokens,
    jobsAfter: ({ turn }) => (isNoted ? [{ kind: NOTES, key: turn.id }] : []),
    log() {},
  }
  const ownerId = runtime.id('user')
  await at.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
  const runner = await testRunner(deps)
  const say = async (userText = QUESTION): Promise<Turn> => {
    const conversationId = `conv_of_${ownerId}`
    const given = { conversationId, userText, options: OPTIONS[phase], title: titleFor(QUESTION) }
    const { id } = (await accept(deps, ownerId, given)).turn
    await runner.kick(ownerId, conversationId)
    const late = new Promise((resolve) => setTimeout(resolve, SETTLE_MS).unref())
    await Promise.race([runner.settled(id), late])
    if (isNoted) await new Jobs({ ...deps, instanceId: 'bench', depsFor: async () => deps }).tick()
    return getTurn(at.db, ownerId, id)
  }
  try {
    service.behave(kind.history !== undefined)
    for (let n = 1; n <= (kind.history ?? 0); n++) await say(longMessage(n))
    service.behave(false)
    problems.push(...(await problemsOf(one, at, await say(), service)))
    problems.push(...(kind.requests?.([...service.bodies], phase) ?? []))
    if (kind.unlearned && !isDeepStrictEqual(support.of(config), FULL))
      problems.push(`it learned ${JSON.stringify(support.of(config))}`)
    if (kind.remembers) {
      const before = service.refused.length
      await say()
      if (service.refused.length > before) problems.push('the second message was refused again')
    }
  } catch (error) {
    problems.push(`the case crashed: ${(error as Error).message}`)
  } finally {
    // A job that failed would be tried again, with another case's service.
    await at.db.job.deleteMany({ where: { ownerId } })
    await service.close()
  }
  return { one, name: nameOf(one), problems, ms: performance.now() - began }
}

/**
 * Runs cases on a virtual clock, a few at a time, each lane in a database of its own. Pauses take no time, and
 * no limit strikes because the machine is busy.
 */
export async function tryAll(cases: readonly Case[]): Promise<Result[]> {
  const results = await withVirtualClock(() => inLanes(cases))
  const order = new Map(cases.map((one, at) => [nameOf(one), at]))
  return results.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0))
}

async function inLanes(cases: readonly Case[]): Promise<Result[]> {
  const left = [...cases]
  const results: Result[] = []
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, left.length) }, async () => {
      const at = await testDb()
      try {
        for (let one = left.shift(); one; one = left.shift()) results.push(await tryCase(at, one))
      } finally {
        await at.close()
      }
    }),
  )
  return results
}
