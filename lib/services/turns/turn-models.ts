import { isOfflineTurn } from '@/lib/agent/offline-turn'
import type { Runtime } from '@/lib/base/runtime'
import type { Db } from '@/lib/db/engine/client'
import { type Job, turnOfJob } from '@/lib/db/turns/jobs'
import type { Turn } from '@/lib/db/turns/turns'
import { readOptions } from '@/lib/shared/schemas'
import { modelsFor } from '../models/model-settings'

type Asked = Pick<Turn, 'ownerId' | 'conversationId' | 'options'>

export const modelsOfTurn = async (db: Db, runtime: Runtime, turn: Asked) =>
  modelsFor(db, turn.ownerId, runtime, {
    offline: isOfflineTurn(turn),
    conversationId: turn.conversationId,
    model: readOptions(turn.options).model ?? null,
  })

/** A job about a turn uses that turn's models, so that nothing of an offline turn leaves this machine. */
export async function modelsOfJob(db: Db, runtime: Runtime, job: Pick<Job, 'ownerId' | 'payload'>) {
  const found = await turnOfJob(db, job)
  return found ? modelsOfTurn(db, runtime, found.turn) : modelsFor(db, job.ownerId, runtime)
}
