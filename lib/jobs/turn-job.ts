import type { AgentDeps } from '@/lib/agent/turn-state'
import { finishJobOps, type Job, postponeJob, turnOfJob } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import { limits } from '@/lib/shared/limits'
import type { RunJob } from './kind'

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
