import { commitCalls } from '@/lib/agent/step/ledger'
import { isOfflineTurn } from '@/lib/agent/turn-marks'
import type { AgentDeps, Background } from '@/lib/agent/turn-state'
import type { Db } from '@/lib/db/engine/client'
import { inChunks } from '@/lib/db/engine/rows'
import { backUpBefore } from '@/lib/db/engine/storage/backup'
import { type ConsolidationRun, turnsSinceConsolidation } from '@/lib/db/learning/consolidations'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import {
  finishJobOps,
  giveUpJob,
  type Job,
  otherRunning,
  postponeJob,
  turnPayload,
} from '@/lib/db/turns/jobs'
import { turnOptions } from '@/lib/db/turns/turns'
import {
  consolidationChanges,
  consolidationPlan,
  consolidationWrites,
  type Decisions,
  pairKey,
} from '@/lib/learning/consolidate/consolidate'
import { dropTexts } from '@/lib/memory/context/retention'
import * as prompt from '@/lib/prompts/contradiction'
import { loadSettings } from '@/lib/settings/layers'
import { toFailure } from '@/lib/shared/errors'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import type { Source } from '@/lib/shared/memory/source'
import { askModel, hasModel } from '../ask-model'
import { endJob, type JobKind, type RunJob, turnJob } from '../kind'

export const CONSOLIDATE = 'consolidate'

/** Whether enough turns were completed since the last consolidation. */
export async function consolidationDue(db: Db, ownerId: string): Promise<boolean> {
  const settings = await loadSettings(db, ownerId, null)
  if (!settings.get('learning.enabled').value || !settings.get('learning.autoConsolidate').value) return false
  return (await turnsSinceConsolidation(db, ownerId)) >= settings.get('learning.consolidateEvery').value
}

/**
 * Consolidates the strategies, when a judged turn found it due or a person asks for it. One at a time. If it
 * fails, a later turn or the person sets it off again.
 */
export const consolidation: JobKind = {
  name: CONSOLIDATE,
  priority: 'background',
  run: async (deps, job, signal) => {
    const { db, runtime } = deps
    const other = await otherRunning(db, job)
    if (other) {
      // Two that meet wait differently, so that they do not meet again.
      const waitMs = other < job.id ? 2_000 : 1_000
      return postponeJob(db, job, new Date(runtime.now().getTime() + waitMs))
    }
    return isAboutTurn(job) ? afterTurn(deps, job, signal) : onDemand(deps, job, signal)
  },
}
const isAboutTurn = (job: Job) => turnPayload.safeParse(job.payload).success

const afterTurn = turnJob(async (deps, job, turn, signal) => {
  if (!(await consolidationDue(deps.db, turn.ownerId))) return endJob(deps, job)
  await consolidate(deps, job, { trigger: 'turns', turn, canAsk: hasModel(deps, turn) }, signal)
})

/** A waiting person learns immediately that it failed, and can retry. */
const onDemand: RunJob = async (deps, job, signal) => {
  const turn = { id: null, ownerId: job.ownerId }
  const canAsk = !deps.models.describe('utility').offline
  try {
    await consolidate(deps, job, { trigger: 'person', turn, canAsk }, signal)
  } catch (error) {
    if (!signal.aborted) await giveUpJob(deps.db, job, toFailure(error))
    throw error
  }
}

const strategySources = (strategies: readonly StrategyRow[]): Source[] =>
  strategies.map(({ id, sources: turns }) => ({ kind: 'strategy', id, turns }))

type Cause = { trigger: ConsolidationRun['trigger']; turn: Background['turn']; canAsk: boolean }

async function consolidate(deps: AgentDeps, job: Job, cause: Cause, signal: AbortSignal): Promise<void> {
  const { db, runtime } = deps
  const { trigger, turn, canAsk } = cause
  const who = { db, ownerId: job.ownerId, runtime, canAsk }
  const planned = await consolidationPlan(who)
  const asked = canAsk ? await decide(deps, turn, signal, planned) : null
  const { plan, rows } = planned
  if (plan.trials.length + consolidationChanges(plan, rows, asked?.decisions).changes.length > 0)
    await backUpBefore(db, 'consolidation', runtime.now())
  const run = { id: job.id, trigger, turnId: turn.id }
  const writes = async () => {
    const made = await consolidationWrites(who, run, asked?.decisions)
    return [...finishJobOps(db, job), ...made.writes]
  }
  await commitCalls(deps, asked?.calls ?? [], writes, limits.tries)
  await dropTexts(who)
}

/**
 * Asks the model about the most similar doubtful pairs, but not about lessons from turns of the built-in
 * engine, which no job sends. What it leaves open stays flagged, or is asked another time.
 */
async function decide(
  deps: AgentDeps,
  turn: Background['turn'],
  signal: AbortSignal,
  { plan, rows }: Awaited<ReturnType<typeof consolidationPlan>>,
): Promise<{ decisions: Decisions; calls: Background[] }> {
  const doubtful = [...plan.opposites, ...plan.unclear]
  const named = new Set(doubtful.flatMap(({ a, b }) => [a, b]))
  const lessons = rows.filter(({ id }) => named.has(id))
  const turnIds = [...new Set(lessons.flatMap(({ sources }) => sources))]
  const options = await inChunks(turnIds, (ids) => turnOptions(deps.db, turn.ownerId, ids))
  const offline = new Set(options.filter(isOfflineTurn).map(({ id }) => id))
  const sent = lessons.filter(({ sources }) => !sources.some((id) => offline.has(id)))
  const byId = new Map(sent.map((row) => [row.id, row]))
  const pairs = doubtful.filter(({ a, b }) => byId.has(a) && byId.has(b))
  const decisions = new Map<string, 'opposite' | 'same' | 'apart'>()
  const calls: Background[] = []
  for (const pair of pairs.slice(0, limits.asked)) {
    const { a, b } = pair
    const [first, second] = [byId.get(a), byId.get(b)]
    if (!first || !second) continue
    const phase = plan.opposites.includes(pair) ? 'contradiction' : 'curate'
    const about = { turn, signal, phase, ...limits.judge, sources: strategySources([first, second]) } as const
    const asked = await askModel(deps, prompt, { first, second }, about)
    calls.push(asked.call)
    if (!asked.value) continue
    const { contradicts, same } = asked.value
    decisions.set(pairKey(a, b), contradicts ? 'opposite' : same ? 'same' : 'apart')
  }
  return { decisions, calls }
}
