import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'

/** What turns of a conversation, on any branch, did with these files. */
export async function touchesIn(db: Db, ownerId: string, conversationId: string, paths: string[]) {
  const touches = await db.fileTouch.findMany({ where: { ownerId, path: { in: paths } } })
  const id = { in: [...new Set(touches.map(({ turnId }) => turnId))] }
  const turns = await db.turn.findMany({ where: { ownerId, conversationId, id }, select: columns('id') })
  const here = new Set(turns.map((turn) => turn.id))
  return touches.filter(({ turnId }) => here.has(turnId))
}
