import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

/** The newest turns of a person that count, and how many similar ones an average needs. */
const [LAST, LEAST] = [50, 5]
type Timed = {
  id: string
  depth: string | null
  status: string
  startedAt: Date | null
  endedAt: Date | null
}

const msOf = ({ startedAt, endedAt }: Timed) =>
  startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : null

/**
 * What similar turns took on average: the completed ones of the same depth among an owner's newest, without
 * the turn itself and without the sample, whose prepared answers took no time. Null below five of them, and for a turn that did not complete. Reads those newest turns
 * and no more.
 */
export async function usualTimes(db: Db, ownerId: string): Promise<(turn: Timed) => number | null> {
  const newest = await db.turn.findMany({
    where: { ownerId },
    orderBy: { createdAt: 'desc' },
    take: LAST,
    select: {
      ...columns('id depth status startedAt endedAt importedAt trashId'),
      conversation: { select: { origin: true } },
    },
  })
  const counted = newest.flatMap((turn) => {
    const ms = msOf(turn)
    const isSample = turn.conversation.origin === SAMPLE_ORIGIN
    const isOwn = turn.status === 'completed' && !turn.importedAt && !turn.trashId && !isSample
    return isOwn && ms !== null ? [{ ...turn, ms }] : []
  })
  return (turn) => {
    if (turn.status !== 'completed' || turn.depth === null || msOf(turn) === null) return null
    const similar = counted.filter(({ id, depth }) => depth === turn.depth && id !== turn.id)
    if (similar.length < LEAST) return null
    return Math.round(similar.reduce((sum, { ms }) => sum + ms, 0) / similar.length)
  }
}
