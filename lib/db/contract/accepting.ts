import { describe, expect, it } from 'vitest'
import { blobOf } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { addUploads, freeUploads } from '@/lib/db/files/workspace'
import { acceptTurn, type NewTurn } from '@/lib/db/turns/accept-turn'
import type { Turn } from '@/lib/db/turns/turns'
import { limits } from '@/lib/shared/limits'
import { type Contract, codeOf, finish, message, newOwner, say, unique } from './fixture'

type Accept = (db: Db, ownerId: string, input: NewTurn) => Promise<Turn>
const real: Accept = async (db, ownerId, input) =>
  (await acceptTurn(db, ownerId, input, { behind: 'leaf' })).turn

/** Twenty different messages at once into one conversation: what stands there afterwards. */
async function twentyAtOnce(db: Db, accept: Accept) {
  const ownerId = await newOwner(db)
  const conversationId = unique('conv')
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      accept(db, ownerId, message(conversationId, { userText: `message ${i}` })),
    ),
  )
  const refused = results
    .filter((result) => result.status === 'rejected')
    .map((result) => (result.reason as { code?: string }).code)
  const turns = await db.turn.findMany({ where: { ownerId, conversationId }, orderBy: { number: 'asc' } })
  const conversation = await db.conversation.findUnique({ where: { id: conversationId } })
  return {
    refused,
    numbers: turns.map((turn) => turn.number),
    line: turns.every(
      (turn, i) => turn.parentId === (turns[i - 1]?.id ?? null) && turn.branchId === turns[0]?.branchId,
    ),
    leafIsLast: conversation?.activeLeafId === turns.at(-1)?.id,
  }
}

export function accepting(open: Contract) {
  describe('accepting a message', () => {
    it('stores twenty at once in one line without gaps, and refuses in words what the queue does not hold', async () => {
      const { refused, ...rest } = await twentyAtOnce(open().db, real)
      const queued = limits.message.maxQueued
      expect(rest).toEqual({
        numbers: Array.from({ length: queued }, (_, i) => i + 1),
        line: true,
        leafIsLast: true,
      })
      expect(refused).toEqual(Array.from({ length: 20 - queued }, () => 'queue_full'))
    })

    it('gives the same turn for the same client id, one after another and twenty at once', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const input = message(unique('conv'))
      const same = await Promise.all(
        Array.from({ length: 20 }, () =>
          acceptTurn(db, ownerId, { ...input, id: unique('turn') }, { behind: 'leaf' }),
        ),
      )
      const again = await acceptTurn(
        db,
        ownerId,
        { ...input, id: unique('turn'), userText: 'changed' },
        { behind: 'leaf' },
      )
      expect(new Set([...same, again].map(({ turn }) => turn.id)).size).toBe(1)
      expect([again.created, again.turn.userText, same.filter(({ created }) => created).length]).toEqual([
        false,
        'Hello',
        1,
      ])
      expect(await db.turn.count({ where: { ownerId } })).toBe(1)
    })

    it('says so when an id is taken, and leaves nothing behind', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const turn = await say(db, ownerId, unique('conv'))
      const conversationId = unique('conv')
      expect(
        await codeOf(acceptTurn(db, ownerId, message(conversationId, { id: turn.id }), { behind: 'leaf' })),
      ).toBe('conflict')
      expect(await db.conversation.count({ where: { id: conversationId } })).toBe(0)
      expect(
        await codeOf(acceptTurn(db, await newOwner(db), message(turn.conversationId), { behind: 'leaf' })),
      ).toBe('not_found')
    })

    it('takes the attached files with it, each file once', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const conversationId = unique('conv')
      const files = [{ id: unique('up'), path: 'a.md', blob: blobOf('text', 1) }]
      const attachments = await addUploads(db, ownerId, conversationId, files, new Date())
      const turn = await say(db, ownerId, conversationId, { attachments })
      expect(turn.attachments).toEqual(attachments)
      expect(await codeOf(freeUploads(db, ownerId, [files[0]?.id ?? '']))).toBe('not_found')
      await finish(db, turn)
    })
  })
}
