import type { Background } from '@/lib/agent/background'
import { commitCalls } from '@/lib/agent/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { sinceConsolidation } from '@/lib/db/learning/consolidations'
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

/**
 * Consolidates the strategies once enough turns were completed, or enough strategies added, since the last time. It is
 * asked for by every turn, and mostly ends at once. If it fails, the next turn's asks again.
 */
export const consolidation: JobKind = {
  name: 'consolidate',
  priority: 'background',
  after: ({ turn }) => turn.id,
  run: turnJob(async (deps, job, turn, signal) => {
    const { db, runtime } = deps
    const settings = await loadSettings(db, turn.ownerId, null)
    const isOn = settings.get('learning.enabled').value && settings.get('learning.autoConsolidate').value
    const since = isOn ? await sinceConsolidation(db, turn.ownerId) : { turns: 0, strategies: 0 }
    const isDue = since.turns >= settings.get('learning.consolidateEvery').value
    const isFull = since.strategies >= limits.consolidateAfter
    if (!isDue && !isFull) return endJob(deps, job)
    const who = { db, ownerId: turn.ownerId, runtime }
    const asked = hasModel(deps, turn) ? await decide(deps, turn, signal, await consolidationPlan(who)) : null
    const run = { id: job.id, trigger: isDue ? 'turns' : 'budget', turnId: turn.id } as const
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
