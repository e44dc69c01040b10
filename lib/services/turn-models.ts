import { isOfflineTurn } from '@/lib/agent/offline-turn'
import type { Db } from '@/lib/db/client'
import { type Job, turnPayload } from '@/lib/db/jobs'
import { findTurn, type Turn } from '@/lib/db/turns'
import type { Runtime } from '@/lib/shared/runtime'
import { modelsFor } from './model-settings'

export const modelsOfTurn = (db: Db, runtime: Runtime, turn: Pick<Turn, 'ownerId' | 'options'>) =>
  modelsFor(db, turn.ownerId, runtime, { offline: isOfflineTurn(turn) })

/** A job about a turn uses that turn's models, so that nothing of an offline turn leaves this machine. */
export async function modelsOfJob(db: Db, runtime: Runtime, job: Pick<Job, 'ownerId' | 'payload'>) {
  const about = turnPayload.safeParse(job.payload).data
  const turn = about && (await findTurn(db, job.ownerId, about.turnId))
  return turn ? modelsOfTurn(db, runtime, turn) : modelsFor(db, job.ownerId, runtime)
}
