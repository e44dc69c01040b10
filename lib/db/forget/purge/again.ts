import { sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { jobOps } from '@/lib/db/turns/jobs'

/** Before all other jobs: roll-ups read what these make. */
const AT_ONCE = new Date(0)

/** Writes for a transaction: jobs that make a derived text of turns again, once for what was forgotten. */
export const againOps = (
  db: Db,
  ownerId: string,
  kind: 'judge' | 'summary',
  turnIds: readonly string[],
  forgotten: readonly string[],
): Batch =>
  jobOps(
    db,
    ownerId,
    turnIds.map((turnId) => {
      const key = `${turnId}.without.${forgotten[0] ?? ''}`
      const id = `job_${sha256([ownerId, kind, key].join(' ')).slice(0, 24)}`
      return { id, kind, key, payload: { turnId } }
    }),
    AT_ONCE,
  )
