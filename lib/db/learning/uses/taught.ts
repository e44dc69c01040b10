import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { inChunks } from '@/lib/db/engine/pages'

/**
 * What these turns taught: pairs of a strategy (`refId`) and a turn. The kind is written with a negation, as
 * `ownedBy` writes the owner, so that the turns are looked up.
 */
export const taughtBy = (db: Db, ownerId: string, turnIds: readonly string[]) =>
  inChunks(turnIds, (ids) =>
    db.provenance.findMany({
      where: {
        sourceTurnId: { in: ids },
        NOT: [{ ownerId: { not: ownerId } }, { kind: { not: 'strategy' } }],
      },
      select: columns('refId sourceTurnId'),
    }),
  )
