import { embedStrategiesOps } from '@/lib/agent/gather/embedding'
import { isOfflineTurn } from '@/lib/agent/offline-turn'
import type { Background } from '@/lib/agent/step/background'
import { commitCalls } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Batch } from '@/lib/db/engine/client'
import { sourcesOf } from '@/lib/db/forget/derived'
import { type Learner, learnOps } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { playbookOf } from '@/lib/db/learning/log/revision'
import type { UsedStrategy } from '@/lib/db/learning/uses/used'
import { followUpsOf, idsOfFollowUps, rememberedOps, unchangedOps } from '@/lib/db/turns/follow-ups'
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
 * `heard` = the turns whose words are learned from: this one, and the messages that it is or was judged by;
 * `toolSources` = what the turn's tools read; `domain` = what strategies of the conversation are about, '' =
 * everything; `judged` = turns a model judges.
 */
type Work = {
  deps: AgentDeps
  job: Job
  turn: Turn
  seen: Trajectory
  heard: string[]
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
    const [done, after, judgedBy] = await Promise.all([
      workOf(deps.db, turn.ownerId, turn),
      followUpsOf(deps.db, turn.ownerId, turn),
      sourcesOf(deps.db, turn.ownerId, 'verdict', [turn.id]),
    ])
    const seen = await trajectoryOf(deps.db, turn, done, after)
    const heard = [...new Set([turn.id, ...idsOfFollowUps(after), ...judgedBy])]
    return work({ deps, job, turn, seen, heard, toolSources: readBy(done), domain, judged, signal })
  })

export const hasModel = ({ models }: AgentDeps, turn: Turn) =>
  !models.describe('utility').offline && !isOfflineTurn(turn)

/** What a call of learning quotes, and the turns whose words its text may have. */
export async function quotedBy(
  { deps, turn, heard, toolSources }: Pick<Work, 'deps' | 'turn' | 'heard' | 'toolSources'>,
  strategies: readonly Pick<UsedStrategy, 'id' | 'sources'>[],
): Promise<{ sources: Source[]; wording: string[] }> {
  const ids = strategies.map(({ id }) => id)
  const told = await sourcesOf(deps.db, turn.ownerId, 'wording', ids)
  const sources = distinctSources([
    ...toolSources,
    ...heard.map((id): Source => ({ kind: 'turn', id })),
    ...strategySources(strategies),
  ])
  return { sources, wording: [...new Set([...heard, ...told])] }
}

export const strategySources = (strategies: readonly Pick<UsedStrategy, 'id' | 'sources'>[]): Source[] =>
  strategies.map(({ id, sources: turns }) => ({ kind: 'strategy', id, turns }))

/** What a job has to write, made from `heard`; read again when another writer was faster. */
export type Outcome = {
  heard: readonly string[]
  by: Learner['by']
  changes?: StrategyChange[]
  writes?: Batch
  rejected?: string[]
}

/**
 * Ends a job with its calls, its changes of the playbook and its other writes, in one transaction. It writes
 * nothing if the turn was tried again meanwhile, or it or another source was forgotten. What was rejected is
 * logged.
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
      const { by, heard, changes = [], writes = [], ...made } = await outcome()
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
        ...rememberedOps(db, turn.ownerId, heard),
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
