import { trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import type { TestDb } from '@/lib/db/testing'
import { listConversations } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'

export const SECRET = 'quetzal'
export const NOW = new Date('2026-05-02T10:00:00.000Z')
/** When the undo time of `forget` has passed. */
export const AFTER = new Date(NOW.getTime() + limits.trash.undoMs + 1)

type Owner = Pick<TestDb, 'db' | 'ownerId'>
export type TalkMessage = { role: string; content: string; at?: number }
/** Turns of a question and an answer. The second contains what will be forgotten. */
export const messages = (turns: number, dated = true): TalkMessage[] =>
  Array.from({ length: turns }, (_, i) => i + 1).flatMap((n) => {
    const about = n === 2 ? `the ${SECRET}` : `boat ${n}`
    const at = 1_700_000_000 + n * 60
    return [
      { role: 'user', content: `Tell me of ${about}.`, ...(dated ? { at } : {}) },
      { role: 'assistant', content: `So it is with ${about}.`, ...(dated ? { at: at + 1 } : {}) },
    ]
  })
export const talk = (list: TalkMessage[]) => ({ id: 'x', title: 'Boats', messages: list })

export const conversationOf = async ({ db, ownerId }: Owner) =>
  (await listConversations(db, ownerId, {}))[0]?.id ?? ''
export async function forget(test: Owner, numbers: number[], conversationId: string) {
  const { db, ownerId } = test
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, number: { in: numbers } },
    select: { id: true },
  })
  const trashed = {
    ...trashedWhole(conversationId),
    kind: 'turns' as const,
    numbers,
  }
  const ids = turns.map((turn) => turn.id)
  await trashParts(db, ownerId, [{ trashId: 'trash_1', turnIds: ids, trashed }], NOW, limits.trash.undoMs)
}
