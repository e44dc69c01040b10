import { readFileSync } from 'node:fs'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { FAULTS, type FaultName } from '@/e2e/support/chaos-faults'
import { type ChaosServer, startChaos } from '@/e2e/support/chaos-server'
import type { Received } from '@/e2e/support/openai-server'
import { type Api, plus, zero } from '@/e2e/support/openai-types'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { testRunner } from '@/lib/agent/testing'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { writeSetting } from '@/lib/db/settings'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { getTurn, type Turn } from '@/lib/db/turns/turns'
import { jobsAfter } from '@/lib/jobs/registry'
import { Jobs } from '@/lib/jobs/worker'
import { createModels } from '@/lib/model/call/call'
import type { Models } from '@/lib/model/models'
import { askedRound } from '@/lib/model/offline/view'
import { DEFAULT_PRICES } from '@/lib/model/prices'
import { configAt, QUICK } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import * as rollUp from '@/lib/prompts/rollup-summary'
import type { Runner } from '@/lib/runtime/runner'
import { limits } from '@/lib/shared/limits'
import { accept } from '../accept'

const PHASES = ['think', 'act', 'notes', 'roll-up'] as const
type FaultPhase = (typeof PHASES)[number]
/** `passing` = only the phase's first call fails. */
export type FaultCase = { fault: FaultName; phase: FaultPhase; api: Api; passing: boolean }
export const nameOf = ({ fault, phase, api, passing }: FaultCase) =>
  `${fault} in ${phase} over ${api}${passing ? ', once' : ''}`

const FILE_FREE_ANSWER = 'The gate is painted green.'

/** Identifies the phase by its system prompt, which also works when a call falls back to another format. */
const SIGNS: Partial<Record<FaultPhase, string>> = {
  notes: 'Write notes on one turn of a conversation',
  'roll-up': rollUp.build({ from: 1, to: 2, items: [] }).system,
}
const systemOf = (options: LanguageModelV4CallOptions | null) =>
  options?.prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n') ?? ''
function phaseOf(options: LanguageModelV4CallOptions | null): FaultPhase | null {
  if (!options) return null
  const system = systemOf(options)
  const named = PHASES.find((phase) => system.includes(SIGNS[phase] ?? '\0'))
  if (named || !system.includes('You are Mneme')) return named ?? null
  return askedRound(options.prompt) ? 'think' : 'act'
}
const phaseOfRequest = (request: Received) => phaseOf(request.options)

const REPLIES: Record<FaultPhase, ScriptedTurn> = {
  think: {
    text: 'Nothing is missing.',
    calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough is known.' } }],
  },
  act: { text: FILE_FREE_ANSWER.split(/(?<= )/) },
  notes: {
    text: JSON.stringify({
      ...{ summary: 'The gate was spoken of.', insights: ['It is green.'], title: 'A green gate' },
      verdict: { label: 'success', confidence: 0.9, reason: 'It was answered.' },
    }),
  },
  'roll-up': { text: JSON.stringify({ summary: 'The gate was spoken of twice.', insights: [] }) },
}

/** What the service replies between faults. */
const wellBehaved = () => new ScriptedModel((options) => REPLIES[phaseOf(options) ?? 'act'])

/**
 * The result of a case: `problems` as sentences; `difference` = tokens by which the ledger differs from the
 * service's report.
 */
export type FaultReport = { problems: string[]; settled: boolean; difference: number; ms: number }
/** Wraps the real model layer, to build the broken variants that the check must detect. */
type Around = (models: Models) => Models

const KEY = 'sk-test-SECRET-0123456789'
const SETTLE_MS = 240_000
const TOOL_FAULTS = new Set(['unknown-tool', 'bad-tool-json', 'wrong-tool-arguments', 'failing-tool'])

/**
 * Every fault in every phase over both APIs, permanent and one-off. Tool call faults only where tools are
 * offered.
 */
export const allCases = (): FaultCase[] =>
  PHASES.flatMap((phase) =>
    FAULTS.filter((fault) => !TOOL_FAULTS.has(fault) || phase === 'think' || phase === 'act').flatMap(
      (fault) =>
        (['chat', 'responses'] as const).flatMap((api) =>
          [true, false].map((passing) => ({ fault, phase, api, passing })),
        ),
    ),
  )

type World = {
  at: TestDb
  deps: AgentDeps
  runner: Runner
  jobs: Jobs
  clock: ReturnType<typeof testRuntime>
  logged: string[]
}
async function world(at: TestDb, models: Models, logged: string[]): Promise<World> {
  const runtime = testRuntime()
  const log = (message: string, fields: Record<string, unknown> = {}) =>
    void logged.push(JSON.stringify({ message, ...fields }))
  const deps: AgentDeps = { db: at.db, models, runtime, countTokens, jobsAfter, log }
  const runner = await testRunner(deps)
  // A roll-up every two turns, so that a case needs only two turns.
  await writeSetting(at.db, at.ownerId, 'user', 'rollUp.every', 2)
  return {
    at,
    deps,
    runner,
    clock: runtime,
    jobs: new Jobs({ db: at.db, runtime, instanceId: 'bench', depsFor: async () => deps, log }),
    logged,
  }
}

async function say({ at, deps, runner }: World): Promise<Turn | null> {
  const { db, ownerId } = at
  const options = { preset: 'standard' } as const
  const given = { conversationId: 'conv', userText: 'What colour is the gate?', options }
  const { id } = (await accept(deps, ownerId, given)).turn
  await runner.kick(ownerId, 'conv')
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, SETTLE_MS, 'late').unref())
  return (await Promise.race([runner.settled(id), late])) === 'late' ? null : getTurn(db, ownerId, id)
}

/**
 * Runs two turns and their jobs against a service that misbehaves in one phase, with short timeouts and no
 * waits between attempts.
 */
export async function tryCase(one: FaultCase, around: Around = (models) => models): Promise<FaultReport> {
  const at = await testDb()
  let hits = 0
  const chaos = await startChaos(
    (request) => {
      if (phaseOfRequest(request) !== one.phase || (one.passing && hits > 0)) return null
      hits += 1
      return one.fault
    },
    { model: wellBehaved(), key: KEY },
  )
  const logged: string[] = []
  const note = (fields: Record<string, unknown>, message: string) =>
    void logged.push(JSON.stringify({ ...fields, message }))
  const models = createModels(() => configAt(chaos.url, one.api, { apiKey: KEY }), {
    runtime: testRuntime(),
    prices: DEFAULT_PRICES,
    log: { info: note, warn: note },
    gate: null,
    timeouts: QUICK,
    sleep: async () => {},
  })
  try {
    const here = await world(at, around(models), logged)
    const began = performance.now()
    const turns: (Turn | null)[] = []
    for (let number = 1; number <= 2; number++) {
      turns.push(await say(here))
      // What a reply lacks is asked for again later.
      for (let tries = 0; tries < limits.jobs.maxAttempts; tries++) {
        await here.jobs.tick()
        here.clock.advance(3_600_000)
      }
    }
    const ms = performance.now() - began
    const settled = turns.every((turn) => turn !== null)
    const never = hits === 0 ? ['the fault never came'] : []
    const problems = settled
      ? [...never, ...turnProblems(one, turns), ...(await jobProblems(at)), ...leaks(at, logged)]
      : ['a turn did not settle']
    return { problems, settled, difference: settled ? await difference(at, chaos) : 0, ms }
  } finally {
    await chaos.close()
    await at.close()
  }
}

/** Problems with how the turns ended. */
function turnProblems(one: FaultCase, turns: (Turn | null)[]): string[] {
  return turns.flatMap((turn) => {
    if (!turn) return []
    const { status, answer, error } = turn
    const failure = error as { message?: string } | null
    const found: string[] = []
    if (status !== 'completed' && status !== 'failed') found.push(`a turn ended as ${status}`)
    if (status === 'completed' && !answer.trim()) found.push('an empty answer passed as one')
    if (status === 'completed' && /hole|one two three|xxxx/.test(answer))
      found.push('a hole passed off as an answer')
    if (status === 'completed' && failure) found.push('a completed turn with an error')
    if (status === 'failed' && !/^[A-Z][^\n]{10,400}[."]$/.test(failure?.message ?? ''))
      found.push(`no plain sentence: ${failure?.message}`)
    if (status === 'failed' && one.phase !== 'act') found.push(`a fault in ${one.phase} ended the turn`)
    return found
  })
}

/** Jobs must finish and leave a summary per turn, a roll-up and a title, from the model or the fallback. */
async function jobProblems({ db, ownerId }: TestDb): Promise<string[]> {
  const [jobs, summaries, conversation] = await Promise.all([
    db.job.findMany({ where: { ownerId } }),
    db.summary.findMany({ where: { ownerId } }),
    db.conversation.findFirst({ where: { ownerId } }),
  ])
  const levels = summaries
    .filter((summary) => summary.text.trim() && !/hole|one two three|xxxx/.test(summary.text))
    .map((summary) => summary.level)
  return [
    ...jobs.filter((job) => job.status !== 'done').map((job) => `the job ${job.kind} is ${job.status}`),
    ...(levels.filter((level) => level === 0).length === 2 ? [] : ['a turn has no good summary']),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ['there is no good roll-up']),
    ...(conversation?.title.trim() && !/hole|one two three|xxxx/.test(conversation.title)
      ? []
      : ['there is no good title']),
  ]
}

const leaks = ({ file }: TestDb, logged: string[]): string[] => {
  const stored = [file, `${file}-wal`].map((path) => readFileSync(path, 'latin1')).join('')
  return [
    ...(stored.includes('SECRET') ? ['the key is in the database'] : []),
    ...(logged.join().includes('SECRET') ? ['the key is in the log'] : []),
  ]
}

/** Difference between the tokens that the service reported and those in the ledger, over all attempts. */
async function difference({ db, ownerId }: TestDb, chaos: ChaosServer): Promise<number> {
  const steps = await db.step.findMany({ where: { ownerId }, select: { log: true } })
  const tries = steps.flatMap(
    (step) =>
      step.log as {
        usage?: {
          estimated: boolean
          inputTokens: number
          cachedTokens: number
          outputTokens: number
          reasoningTokens: number
        } | null
      }[],
  )
  const ledger = tries
    .flatMap((each) => (each.usage && !each.usage.estimated ? [each.usage] : []))
    .reduce(plus, zero())
  const reported = chaos.reported()
  return (Object.keys(reported) as (keyof typeof reported)[]).reduce(
    (sum, key) => sum + Math.abs(reported[key] - ledger[key]),
    0,
  )
}
