import type { Db } from '@/lib/db/engine/client'
import { limitsOfDoor } from '@/lib/shared/door'

export type NewCall = {
  id: string
  tokenId: string
  ownerId: string
  tool: string
  at: Date
  ids: string[]
  count: number
}

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
    const [old] = await db.outsideCall.findMany({
      where: { tokenId },
      orderBy: { at: 'desc' },
      skip: limitsOfDoor.calls,
      take: 1,
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
