import { sqltag } from '@prisma/client/runtime/client'
import { sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, insertOps } from '@/lib/db/engine/rows'
import { messagesOf } from '@/lib/db/turns/turn-texts'

const BEGINS = 'client_'
/** Names something that a program stored with a key of its own. */
export const clientKey = (origin: string, key: string) => BEGINS + sha256(`${origin}\n${key}`).slice(0, 40)

const HALF = 20
/** Names the events of a client's session: `begin` is how all of them begin. */
export function sessionKeys(origin: string, session: string) {
  const begin = clientKey(origin, session).slice(0, BEGINS.length + HALF)
  return { begin, of: (key: string) => begin + sha256(key).slice(0, HALF) }
}

/** The keys of turns, and of messages in them that a client named. */
export const clientKeysIn = (turns: readonly { clientMessageId: string; messages: unknown }[]): string[] => {
  const ids = turns.flatMap(({ clientMessageId, messages }) => [
    clientMessageId,
    ...(messagesOf(messages) ?? []).map(({ id }) => id),
  ])
  return [...new Set(ids.filter((id) => id.startsWith(BEGINS)))]
}

/** Which events of a session a client need not send again: they are stored, or were forgotten. */
export async function knownEvents(
  db: Db,
  ownerId: string,
  origin: string,
  begin: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const [turns, forgotten] = await Promise.all([
    db.turn.findMany({
      where: {
        clientMessageId: { gte: begin, lte: begin + 'f'.repeat(HALF) },
        conversation: { ownerId, origin, activeLeafId: { not: null } },
      },
      select: columns('clientMessageId messages'),
    }),
    db.forgottenKey.findMany({ where: { ownerId, key: { in: [...keys] } }, select: columns('key') }),
  ])
  return new Set([...clientKeysIn(turns), ...forgotten.map(({ key }) => key)])
}

/** Keeps keys of what is purged: what a program sends again with one of them is not stored. */
export function keepKeysOps(db: Db, ownerId: string, keys: readonly string[]): Batch {
  const rows = [...new Set(keys)].map((key) => ({ ownerId, key }))
  return insertOps(db, 'ForgottenKey', rows, sqltag` ON CONFLICT DO NOTHING`)
}

export const isForgottenKey = async (db: Db, ownerId: string, key: string) =>
  (await db.forgottenKey.count({ where: { ownerId, key } })) > 0
