import type { AgentDeps, EndedTurn } from '@/lib/agent/turn-state'
import { finishJobOps, type Job, postponeJob, turnOfJob } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import { limits } from '@/lib/shared/limits'

/**
 * Does one job. Its last transaction begins with `finishJobOps`, so it completes once; writes before that
 * must be safe to repeat.
 */
export type RunJob = (deps: AgentDeps, job: Job, signal: AbortSignal) => Promise<void>

/** A kind of durable job: one file, and one entry in the registry. */
export type JobKind = {
  name: string
  /** Background jobs get the places that other due jobs leave. Default: 'normal'. */
  priority?: 'normal' | 'background'
  /** Never two of one person at a time: each does whatever is still to be done. */
  alone?: boolean
  /** The key of the job an ended turn asks for, or null. Two jobs with the same key are one. */
  after?(end: EndedTurn): string | null
  run: RunJob
}

/** One job per attempt of a turn. */
export const keyOfAttempt = ({ turn }: EndedTurn) => `${turn.id}.${turn.attempt}`
/** Whether the turn was tried again since, so that a job of its latest attempt does the same. */
export const isOfEarlierAttempt = ({ key }: Job, { id, attempt }: Pick<Turn, 'id' | 'attempt'>) =>
  key.startsWith(`${id}.`) && Number(key.slice(id.length + 1)) < attempt

type WorkOnTurn = (deps: AgentDeps, job: Job, turn: Turn, signal: AbortSignal) => Promise<void>

/** A job about one turn. It waits while the turn is in the trash, and ends when the turn is deleted. */
export const turnJob =
  (work: WorkOnTurn): RunJob =>
  async (deps, job, signal) => {
    const { db, runtime } = deps
    const found = await turnOfJob(db, job)
    if (found?.trashed) return postponeJob(db, job, new Date(runtime.now().getTime() + limits.jobs.leaseMs))
    if (!found?.turn) return endJob(deps, job)
    return work(deps, job, found.turn, signal)
  }

/** Ends a job that has nothing to write. */
export async function endJob({ db }: AgentDeps, job: Job): Promise<void> {
  await db.$transaction(finishJobOps(db, job))
}
