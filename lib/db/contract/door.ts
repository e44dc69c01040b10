import { describe, expect, it } from 'vitest'
import {
  addToken,
  bindUser,
  callsOf,
  changeToken,
  countCall,
  storeCalls,
  tokenByHash,
  tokensOf,
} from '@/lib/db/door/tokens'
import { canHold, turnsAfter, turnsSaying } from '@/lib/db/turns/client-turns'
import { countMessage } from '@/lib/db/users'
import { limitsOfDoor } from '@/lib/shared/door'
import { type Contract, newOwner, say, unique } from './fixture'

const AT = new Date('2026-03-02T10:00:00.000Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const token = (ownerId: string) => ({
  ...{ id: unique('token'), ownerId, hash: unique('hash'), name: 'Laptop', scopes: ['read'] },
  ...{ createdAt: AT, expiresAt: later(1_000) },
})
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

export function door(open: Contract) {
  describe('access tokens', () => {
    it('count their calls of a minute, a hundred at once, and not those of another minute or token', async () => {
      const { db } = open()
      const [one, other] = [token(unique('user')), token(unique('user'))]
      await Promise.all([one, other].map((data) => addToken(db, data)))
      const counted = await Promise.all(numbers(100).map(() => countCall(db, one.id, 7)))
      expect(counted.sort((a, b) => a - b)).toEqual(numbers(100).map((i) => i + 1))
      expect([await countCall(db, other.id, 7), await countCall(db, one.id, 8)]).toEqual([1, 1])
      // A server whose clock is behind gives nobody a new minute.
      expect([await countCall(db, one.id, 7), await countCall(db, one.id, 8)]).toEqual([2, 3])
    })

    it('and messages of a person are counted alike', async () => {
      const { db } = open()
      const [one, other] = [await newOwner(db), await newOwner(db)]
      const counted = await Promise.all(numbers(100).map(() => countMessage(db, one, 7)))
      expect(counted.sort((a, b) => a - b)).toEqual(numbers(100).map((i) => i + 1))
      expect([await countMessage(db, other, 7), await countMessage(db, one, 8)]).toEqual([1, 1])
      expect([await countMessage(db, one, 7), await countMessage(db, one, 8)]).toEqual([2, 3])
    })

    it('are bound to one user, also when a hundred come first', async () => {
      const { db } = open()
      const { id } = await addToken(db, token(unique('user')))
      const bound = await Promise.all(numbers(100).map((i) => bindUser(db, id, `u${i}`)))
      expect(new Set(bound).size).toBe(1)
      expect(bound[0]).toMatch(/^u\d+$/)
    })

    it('are changed by their owner alone, and not once they are revoked', async () => {
      const { db } = open()
      const [ann, bob] = [unique('user'), unique('user')]
      const { id, hash } = await addToken(db, token(ann))
      const change = { hash: unique('hash'), expiresAt: later(9) }
      expect(await changeToken(db, bob, id, change)).toBe(false)
      expect(await changeToken(db, ann, id, change)).toBe(true)
      expect([await tokenByHash(db, hash), (await tokenByHash(db, change.hash))?.name]).toEqual([
        null,
        'Laptop',
      ])
      expect(await changeToken(db, bob, id, { revokedAt: AT })).toBe(false)
      expect(await changeToken(db, ann, id, { revokedAt: AT })).toBe(true)
      expect(await changeToken(db, ann, id, change)).toBe(false)
      expect([await tokensOf(db, ann, AT), await tokensOf(db, bob, AT)]).toMatchObject([[{ id }], []])
      expect(await tokensOf(db, ann, later(1))).toEqual([])
    })

    it('keep their last calls alone, and when they were last used', async () => {
      const { db } = open()
      const [one, other] = [token(unique('user')), token(unique('user'))]
      await Promise.all([one, other].map((data) => addToken(db, data)))
      const call = ({ id, ownerId }: typeof one, i: number) => ({
        ...{ id: unique('call'), tokenId: id, ownerId, tool: 'recall', at: later(i) },
        ...{ ids: [`turn:${i}`], count: i },
      })
      const most = limitsOfDoor.calls
      await storeCalls(
        db,
        numbers(most).map((i) => call(one, i)),
        new Map([[one.id, later(50)]]),
      )
      await storeCalls(db, [call(one, most), call(other, 0)], new Map([[one.id, later(40)]]))
      const kept = await callsOf(db, one.ownerId, one.id)
      expect(kept.map(({ count }) => count)).toEqual(numbers(most).map((i) => most - i))
      expect(kept[0]).toMatchObject({ tool: 'recall', ids: [`turn:${most}`], at: later(most) })
      expect(await callsOf(db, one.ownerId, other.id)).toEqual([])
      expect((await tokenByHash(db, one.hash))?.lastUsedAt).toEqual(later(50))
    })
  })

  describe('the turns of a client', () => {
    it('are found by their message in its own conversations, and in none of the trash', async () => {
      const { db } = open()
      const [ann, bob] = [await newOwner(db), await newOwner(db)]
      const said = { userText: 'Hello', userTokens: 1 }
      const [one, two, gone] = [unique('conv'), unique('conv'), unique('conv')]
      const first = await say(db, ann, one, { outside: 'client:x', ...said })
      const second = await say(db, ann, one, { outside: 'client:x', userText: 'Bye' })
      const other = await say(db, ann, two, { outside: 'client:x', now: later(9e9), ...said })
      await say(db, ann, unique('conv'), { outside: 'client:y', ...said })
      await say(db, ann, unique('conv'), said)
      await say(db, bob, unique('conv'), { outside: 'client:x', ...said })
      await say(db, ann, gone, { outside: 'client:x', ...said })
      await db.conversation.update({ where: { id: gone }, data: { trashId: 'trash' } })
      const found = async (conversationId?: string) =>
        (await turnsSaying(db, ann, { origin: 'client:x', conversationId }, said)).map(({ id }) => id)
      expect((await found()).sort()).toEqual([first.id, other.id].sort())
      expect([await found(one), await found(gone)]).toEqual([[first.id], []])
      expect(await turnsAfter(db, ann, one, null)).toEqual([{ id: first.id, userText: 'Hello' }])
      expect(await turnsAfter(db, ann, one, first.id)).toEqual([{ id: second.id, userText: 'Bye' }])
      expect(await turnsAfter(db, bob, one, null)).toEqual([])
      await db.turn.update({ where: { id: second.id }, data: { trashId: 'trash' } })
      expect(await turnsAfter(db, ann, one, first.id)).toEqual([{ id: second.id, userText: '' }])
      const held = [one, gone, unique('conv')].map((id) => canHold(db, ann, id))
      expect([await Promise.all(held), await canHold(db, bob, one)]).toEqual([[true, false, true], false])
    })
  })
}
