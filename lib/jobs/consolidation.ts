import type { Background } from '@/lib/agent/background'
import { commitCalls } from '@/lib/agent/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Db } from '@/lib/db/engine/client'
import { type ConsolidationRun, sinceConsolidation } from '@/lib/db/learning/consolidations'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import { finishJobOps } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import type { Decisions } from '@/lib/learning/consolidate/changes'
import { consolidationPlan, consolidationWrites } from '@/lib/learning/consolidate/consolidate'
import type { NearPair } from '@/lib/learning/consolidate/near-pairs'
import { pairKey } from '@/lib/learning/consolidate/plan'
import { readOperations } from '@/lib/learning/curate'
import * as contradictionPrompt from '@/lib/prompts/contradiction'
import * as curatePrompt from '@/lib/prompts/curate'
import { loadSettings } from '@/lib/settings/layers'
import { limitsOfLearning as limits } from '@/lib/shared/limits-learning'
import { askModel } from './ask-model'
import type { JobKind } from './kind'
import { hasModel } from './learning-job'
import { endJob, turnJob } from './turn-job'

export const CONSOLIDATE = 'consolidate'

/** What sets off a consolidation now: enough completed turns, or enough new strategies, since the last one. */
export async function consolidationDue(db: Db, ownerId: string): Promise<ConsolidationRun['trigger'] | null> {
  const settings = await loadSettings(db, ownerId, null)
  if (!settings.get('learning.enabled').value || !settings.get('learning.autoConsolidate').value) return null
  const { turns, strategies } = await sinceConsolidation(db, ownerId)
  if (turns >= settings.get('learning.consolidateEvery').value) return 'turns'
  return strategies >= limits.consolidateAfter ? 'budget' : null
}

/** Consolidates the strategies when a judged turn found it due. If it fails, a later turn sets it off again. */
export const consolidation: JobKind = {
  name: CONSOLIDATE,
  priority: 'background',
  run: turnJob(async (deps, job, turn, signal) => {
    const { db, runtime } = deps
    const { ownerId } = turn
    const trigger = await consolidationDue(db, ownerId)
    if (!trigger) return endJob(deps, job)
    const who = { db, ownerId, runtime }
    const asked = hasModel(deps, turn) ? await decide(deps, turn, signal, await consolidationPlan(who)) : null
    const run = { id: job.id, trigger, turnId: turn.id }
    await commitCalls(
      deps,
      asked?.calls ?? [],
      async () => [
        ...finishJobOps(db, job),
        ...(await consolidationWrites(who, run, asked?.decisions)).writes,
      ],
      limits.tries,
    )
  }),
}

/** Asks the model about the most similar doubtful pairs. What it leaves open stays flagged, or apart. */
async function decide(
  deps: AgentDeps,
  turn: Turn,
  signal: AbortSignal,
  { plan, rows }: Awaited<ReturnType<typeof consolidationPlan>>,
): Promise<{ decisions: Decisions; calls: Background[] }> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const same = new Set<string>()
  const opposite = new Map<string, boolean>()
  const calls: Background[] = []
  const both = ({ a, b }: NearPair): StrategyRow[] => [byId.get(a), byId.get(b)].flatMap((row) => row ?? [])
  const about = (pair: NearPair) => ({
    ...{ turn, signal, ...limits.judge },
    sources: both(pair).flatMap(({ sources }) => sources.map((id) => ({ kind: 'turn', id }) as const)),
  })
  for (const pair of plan.opposites.slice(0, limits.asked)) {
    const [first, second] = both(pair)
    if (!first || !second) continue
    const asked = await askModel(
      deps,
      contradictionPrompt,
      { first, second },
      { ...about(pair), phase: 'contradiction' },
    )
    calls.push(asked.call)
    if (asked.value) opposite.set(pairKey(pair.a, pair.b), asked.value.contradicts)
  }
  for (const pair of plan.unclear.slice(0, limits.asked - calls.length)) {
    const playbook = both(pair)
    const asked = await askModel(
      deps,
      curatePrompt,
      { reflection: { correct_approach: '', key_insight: '' }, proposed: [], playbook },
      { ...about(pair), phase: 'curate' },
    )
    calls.push(asked.call)
    const merges = asked.value ? readOperations(asked.value, playbook, '').changes : []
    if (merges.some(({ op }) => op === 'MERGE')) same.add(pairKey(pair.a, pair.b))
  }
  return { decisions: { same, opposite }, calls }
}
