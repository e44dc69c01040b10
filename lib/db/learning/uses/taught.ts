import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { inChunks } from '@/lib/db/engine/pages'

/** What these turns taught. The kind is negated, as in `ownedBy`, so that the turns are looked up. */
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
