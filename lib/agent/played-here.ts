import type { Db } from '@/lib/db/client'
import type { Job } from '@/lib/db/jobs'
import { findTurn, type Turn } from '@/lib/db/turns'
import type { Runtime } from '@/lib/shared/runtime'
import { turnPayload } from './job-summary'
import { modelsFor } from './model-settings'

/** The mark of a turn that the built-in model plays whatever provider is set: the sample's. Only the server sets it. */
export const PLAYED_HERE = { offline: true } as const
export const isPlayedHere = ({ options }: Pick<Turn, 'options'>): boolean =>
  (options as { offline?: unknown } | null)?.offline === true

/** The models of a turn; a job about a turn takes the turn's, so that nothing of the sample leaves this machine. */
export const modelsOfTurn = (db: Db, runtime: Runtime, turn: Pick<Turn, 'ownerId' | 'options'>) =>
  modelsFor(db, turn.ownerId, runtime, { offline: isPlayedHere(turn) })
export async function modelsOfJob(db: Db, runtime: Runtime, job: Pick<Job, 'ownerId' | 'payload'>) {
  const about = turnPayload.safeParse(job.payload).data
  const turn = about && (await findTurn(db, job.ownerId, about.turnId))
  return turn ? modelsOfTurn(db, runtime, turn) : modelsFor(db, job.ownerId, runtime)
}
