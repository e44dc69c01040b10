import { sqltag } from '@prisma/client/runtime/client'
import { sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { insertOps } from '@/lib/db/engine/insert'

const BEGINS = 'client_'
/** Names something that a program stored with a key of its own. */
export const clientKey = (origin: string, key: string) => BEGINS + sha256(`${origin}\n${key}`).slice(0, 40)

export const clientKeysIn = (turns: readonly { clientMessageId: string }[]): string[] =>
  turns.flatMap(({ clientMessageId: id }) => (id.startsWith(BEGINS) ? id : []))

/** Keeps keys of what is purged: what a program sends again with one of them is not stored. */
export const keepKeysOps = (db: Db, ownerId: string, keys: readonly string[]): Batch =>
  insertOps(
    db,
    'ForgottenKey',
    [...new Set(keys)].map((key) => ({ ownerId, key })),
    sqltag` ON CONFLICT DO NOTHING`,
  )

export const isForgottenKey = async (db: Db, ownerId: string, key: string) =>
  (await db.forgottenKey.count({ where: { ownerId, key } })) > 0
