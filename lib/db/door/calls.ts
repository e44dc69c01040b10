import type { Db } from '@/lib/db/engine/client'
import type { OutsideCall } from '@/lib/db/generated/sqlite/client'
import { limitsOfDoor } from '@/lib/shared/door'

export type NewCall = Omit<OutsideCall, 'ids'> & { ids: string[] }

/** Stores calls and when tokens were last used, and deletes all but the last calls of each token. */
export async function addCalls(db: Db, calls: NewCall[], used: Map<string, Date>): Promise<void> {
  await db.$transaction([
    ...[...used].map(([id, lastUsedAt]) =>
      db.accessToken.updateMany({
        where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: lastUsedAt } }] },
        data: { lastUsedAt },
      }),
    ),
    db.outsideCall.createMany({ data: calls }),
  ])
  for (const tokenId of new Set(calls.map((call) => call.tokenId))) {
    const old = await db.outsideCall.findFirst({
      where: { tokenId },
      orderBy: { at: 'desc' },
      skip: limitsOfDoor.calls,
    })
    if (old) await db.outsideCall.deleteMany({ where: { tokenId, at: { lte: old.at } } })
  }
}

/** The last calls with a person's token, newest first. */
export const callsOf = (db: Db, ownerId: string, tokenId: string) =>
  db.outsideCall.findMany({
    where: { tokenId, ownerId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limitsOfDoor.calls,
  })
