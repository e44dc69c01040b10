import type { AgentDeps, EndedTurn } from '@/lib/agent/turn-state'
import type { Job } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'

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
