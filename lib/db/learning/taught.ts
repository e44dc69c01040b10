import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { inChunks } from '@/lib/db/engine/pages'

/** What these turns taught: pairs of a strategy (`refId`) and a turn. */
export const taughtBy = (db: Db, ownerId: string, turnIds: readonly string[]) =>
  inChunks(turnIds, (ids) =>
    db.provenance.findMany({
      where: { ...ownedBy(ownerId), kind: 'strategy', sourceTurnId: { in: ids } },
      select: columns('refId sourceTurnId'),
    }),
  )
