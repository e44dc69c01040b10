import { embedStrategiesOps } from '@/lib/agent/gather/embedding'
import { isOfflineTurn } from '@/lib/agent/offline-turn'
import type { Background } from '@/lib/agent/step/background'
import { commitCalls } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Batch } from '@/lib/db/engine/client'
import { type Learner, learnOps } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { playbookOf } from '@/lib/db/learning/log/revision'
import type { UsedStrategy } from '@/lib/db/learning/uses/used'
import { unchangedOps } from '@/lib/db/turns/follow-ups'
import { finishJobOps, type Job } from '@/lib/db/turns/jobs'
import { readBy, workOf } from '@/lib/db/turns/shown-steps'
import { isForgotten, type Turn } from '@/lib/db/turns/turns'
import { type Trajectory, trajectoryOf } from '@/lib/learning/trajectory'
import type { Judged } from '@/lib/shared/learning/learning'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { distinctSources, type Source } from '@/lib/shared/memory/source'
import type { RunJob } from '../kind'
import { settingsToLearn } from '../settings-to-learn'
import { endJob, turnJob } from '../turn-job'

/**
 * `toolSources` = what the turn's tools read; `domain` = what strategies of the conversation are about, '' =
 * everything; `judged` = turns a model judges.
 */
type Work = {
  deps: AgentDeps
  job: Job
  turn: Turn
  seen: Trajectory
  toolSources: Source[]
  domain: string
  judged: Judged
  signal: AbortSignal
}

/**
 * A job that learns from a settled turn. It ends immediately if learning is off, or nothing may be learned
 * from the turn.
 */
export const learningJob = (work: (given: Work) => Promise<void>): RunJob =>
  turnJob(async (deps, job, turn, signal) => {
    const settings = await settingsToLearn(deps.db, turn)
    if (!settings?.get('learning.enabled').value) return endJob(deps, job)
    const domain = settings.get('learning.domain').value
    const judged = settings.get('learning.judge').value
    if (turn.status === 'queued' || turn.status === 'running' || isForgotten(turn)) return endJob(deps, job)
    const done = await workOf(deps.db, turn.ownerId, turn)
    const seen = await trajectoryOf(deps.db, turn, done)
    return work({ deps, job, turn, seen, toolSources: readBy(done), domain, judged, signal })
  })

export const hasModel = ({ models }: AgentDeps, turn: Turn) =>
  !models.describe('utility').offline && !isOfflineTurn(turn)

/** What learning prompts quote: what the turn's tools read, and the turns that strategies come from. */
export const sourcesFor = (
  toolSources: readonly Source[],
  strategies: readonly Pick<UsedStrategy, 'sources'>[],
): Source[] =>
  distinctSources([
    ...toolSources,
    ...strategies.flatMap(({ sources }) => sources.map((id): Source => ({ kind: 'turn', id }))),
  ])

/** What a job has to write; read again when another writer was faster. */
export type Outcome = {
  by: Learner['by']
  changes?: StrategyChange[]
  writes?: Batch
  rejected?: string[]
}

/**
 * Ends a job with its calls, its changes of the playbook and its other writes, in one transaction. It writes
 * nothing if the turn was forgotten or tried again meanwhile. What was rejected is logged.
 */
export async function endLearning(
  { deps, job, turn }: Pick<Work, 'deps' | 'job' | 'turn'>,
  calls: readonly Background[],
  outcome: () => Promise<Outcome>,
): Promise<void> {
  const { db, runtime } = deps
  let rejected: string[] = []
  await commitCalls(
    deps,
    calls,
    async () => {
      const playbook = await playbookOf(db, turn.ownerId)
      const { by, changes = [], writes = [], ...made } = await outcome()
      const learner = {
        ...{ by, groupId: job.id, turnId: turn.id, at: runtime.now() },
        newId: () => runtime.id('str'),
      }
      const learned = await learnOps(db, turn.ownerId, changes, learner, playbook)
      rejected = [
        ...(made.rejected ?? []),
        ...learned.rejected.map(({ change, reason }) => `${change.op}: ${reason}`),
      ]
      const { embedder } = deps.models
      const isNew = learned.drafts.some(({ op }) => op === 'ADD' || op === 'UPDATE')
      return [
        ...finishJobOps(db, job),
        ...unchangedOps(db, turn),
        ...learned.writes,
        ...writes,
        ...(embedder && isNew ? embedStrategiesOps(db, runtime, turn.ownerId, embedder, job.id) : []),
      ]
    },
    limitsOfLearning.tries,
  )
  if (rejected.length)
    deps.log('a change of the playbook was rejected', { turnId: turn.id, job: job.kind, rejected })
}
