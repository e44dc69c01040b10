import type { Db } from '@/lib/db/engine/client'
import { countInMinute } from '@/lib/db/engine/count-in-minute'
import type { OutsideCall } from '@/lib/db/generated/sqlite/client'
import { limitsOfDoor } from '@/lib/shared/door'

export const tokenByHash = (db: Db, hash: string) => db.accessToken.findUnique({ where: { hash } })

/** A person's tokens, newest first, without those that were revoked before `since`. */
export const tokensOf = (db: Db, ownerId: string, since: Date) =>
  db.accessToken.findMany({
    where: { ownerId, OR: [{ revokedAt: null }, { revokedAt: { gte: since } }] },
    orderBy: { createdAt: 'desc' },
    take: 200,
  })

export const countWorking = (db: Db, ownerId: string, now: Date) =>
  db.accessToken.count({ where: { ownerId, revokedAt: null, expiresAt: { gt: now } } })

export const addToken = (db: Db, token: Parameters<Db['accessToken']['create']>[0]['data']) =>
  db.accessToken.create({ data: token })

/** Changes a person's token that was not revoked. @returns whether there is one. */
export async function changeToken(
  db: Db,
  ownerId: string,
  id: string,
  change: { hash: string; expiresAt: Date } | { revokedAt: Date },
): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({ where: { id, ownerId, revokedAt: null }, data: change })
  return count > 0
}

export const findToken = (db: Db, ownerId: string, id: string) =>
  db.accessToken.findFirst({ where: { id, ownerId } })

/** Binds a token to the first user it is used for. @returns the user it is bound to. */
export async function bindUser(db: Db, id: string, user: string): Promise<string | null> {
  await db.accessToken.updateMany({ where: { id, boundUser: null }, data: { boundUser: user } })
  return (await db.accessToken.findUnique({ where: { id }, select: { boundUser: true } }))?.boundUser ?? null
}

/** Counts a call with a token; see `countInMinute`. */
export const countCall = (db: Db, id: string, minute: number): Promise<number> =>
  countInMinute(db, 'AccessToken', id, minute)

export type NewCall = Omit<OutsideCall, 'ids'> & { ids: string[] }

/** Stores calls and when tokens were last used, and deletes all but the last calls of each token. */
export async function storeCalls(db: Db, calls: NewCall[], used: Map<string, Date>): Promise<void> {
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
    const where = { tokenId }
    const old = await db.outsideCall.findFirst({ where, orderBy: { at: 'desc' }, skip: limitsOfDoor.calls })
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
