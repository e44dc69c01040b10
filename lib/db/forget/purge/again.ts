import { sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { jobOps, NOTES, type NotesPayload } from '@/lib/db/turns/jobs'

/** Before all other jobs: roll-ups read what these make. */
const AT_ONCE = new Date(0)

/** Writes for a transaction: jobs that make a derived text of turns again, once for what was forgotten. */
export const againOps = (
  db: Db,
  ownerId: string,
  only: NonNullable<NotesPayload['only']>,
  turnIds: readonly string[],
  forgotten: readonly string[],
): Batch =>
  jobOps(
    db,
    ownerId,
    turnIds.map((turnId) => {
      const key = `${turnId}.${only}.without.${forgotten[0] ?? ''}`
      const id = `job_${sha256([ownerId, NOTES, key].join(' ')).slice(0, 24)}`
      return { id, kind: NOTES, key, payload: { turnId, only } satisfies NotesPayload }
    }),
    AT_ONCE,
  )
