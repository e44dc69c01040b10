import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { sweepBlobs } from '@/lib/db/engine/sweep-blobs'
import { sweepImages } from '@/lib/db/files/images'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { forgetStrategies } from './purge-strategies'
import { turnRowsOps } from './purge-turns'

const AT_ONCE = 500
const UNITS_AT_ONCE = 50

/**
 * Removes conversations and everything derived from them; `turnIds` = all of their turns. Idempotent. Scans
 * of all of an owner's data run once for all conversations.
 */
export async function purgeConversations(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  turnIds: string[],
  now: Date,
): Promise<void> {
  await forgetStrategies(db, ownerId, { turnIds, conversationIds })
  for (const ids of chunks(turnIds, AT_ONCE))
    await db.$transaction([
      ...turnRowsOps(db, ownerId, ids, 'delete'),
      db.context.deleteMany({ where: { ownerId, turnId: { in: ids } } }),
      db.fileTouch.deleteMany({ where: { ownerId, turnId: { in: ids } } }),
    ])
  for (const ids of chunks(turnIds, AT_ONCE))
    await db.turn.deleteMany({ where: { ownerId, id: { in: ids } } })
  for (const ids of chunks(conversationIds, UNITS_AT_ONCE)) {
    const inThem = { ownerId, conversationId: { in: ids } }
    await db.$transaction([
      db.summary.deleteMany({ where: inThem }),
      db.upload.deleteMany({ where: inThem }),
      db.setting.deleteMany({ where: { ownerId, scope: { in: ids } } }),
      ...ids.flatMap((conversationId) => removeUnitsOps(db, ownerId, { conversationId, kinds: [] })),
    ])
  }
  await sweepBlobs(db, ownerId, now)
  await sweepImages(db, ownerId, now)
  for (const ids of chunks(conversationIds, AT_ONCE))
    await db.conversation.deleteMany({ where: { ownerId, id: { in: ids } } })
}
