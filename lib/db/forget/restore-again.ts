import type { Db } from '@/lib/db/engine/client'
import { inChunks } from '@/lib/db/engine/rows'
import { mendTrees } from '@/lib/db/files/mend-trees'
import { endTurns } from './forgotten-record'
import { restoreTrash } from './trash'
import { hasWorkspace, trashedOf } from './trashed'

/** Restores what was in the trash when the backup was made, and was restored since: ids of trash rows. */
export async function restoreAgain(db: Db, undone: string[], now: Date): Promise<void> {
  const found = await inChunks(undone, (ids) =>
    db.trash.findMany({ where: { id: { in: ids }, final: false } }),
  )
  const rows = found.flatMap((row) => {
    const trashed = trashedOf(row)
    return trashed ? [{ ...row, trashed }] : []
  })
  for (const { ownerId, trashed } of rows)
    if (hasWorkspace(trashed)) await endTurns(db, { ownerId, conversationId: trashed.conversationId }, now)
  const back = new Set<string>()
  for (const { id, ownerId } of rows) {
    if (back.has(id)) continue
    for (const one of await restoreTrash(db, ownerId, id)) {
      back.add(one.trashId)
      if (hasWorkspace(one)) await mendTrees(db, ownerId, one, now)
    }
  }
}
