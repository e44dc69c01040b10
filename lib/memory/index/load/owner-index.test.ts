import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedChange, seedConversation } from '@/lib/db/testing-seed'
import { lexicalIndex } from '@/lib/memory/index/memory-index'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { forgetOnce } from '@/lib/shared/once'
import { loadedOwners, ownerIndex } from '../testing-owner-index'
import { indexBytes } from './data'
import { indexesReady, slots } from './owner-index'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forgetOnce('memory-index')
  await at.close()
})

const search = (text: string, limit = 50) =>
  lexicalIndex.search(at.db, at.ownerId, {
    text,
    conversationId: 'none',
    path: [],
    before: 1,
    scope: 'owner',
    limit,
  })
const seen = async (words: string[]) =>
  Promise.all(
    words.map(async (word) =>
      (await search(word)).map((hit) => [
        hit.turnId,
        hit.score.toFixed(9),
        hit.part,
        hit.start,
        hit.end,
        hit.unit,
      ]),
    ),
  )
const random = (below: number) => Math.floor(Math.random() * below)

describe('the index of an owner', () => {
  it('is waited for while it loads by work that has time', async () => {
    let [end, ready] = [() => {}, false]
    const busy = new Promise<void>((resolve) => {
      end = resolve
    })
    const slot = { ownerId: at.ownerId, data: null, large: false, unfit: 0, busy, used: 0 }
    slots().byKey.set(`message ${at.ownerId}`, slot)
    const waiting = indexesReady().then(() => {
      ready = true
    })
    await breath()
    expect(ready).toBe(false)
    end()
    await waiting
  })

  it('after any series of commits answers as one built anew does', async () => {
    const vocabulary = inventedWords(30)
    const text = () =>
      Array.from({ length: 1 + random(150) }, () => vocabulary[random(vocabulary.length)]).join(' ')
    const talk = await seedConversation(
      at,
      Array.from({ length: 40 }, () => ({ userText: text(), answer: text() })),
    )
    const other = await seedConversation(at, [{ userText: text(), answer: text() }])
    await ownerIndex(at.db, at.ownerId)
    const pick = () => talk.turnIds[random(talk.turnIds.length)] ?? ''
    for (let round = 0; round < 60; round++) {
      const id = pick()
      const where = { where: { id } }
      const change = [
        () =>
          seedChange(
            at,
            [at.db.turn.update({ ...where, data: { userText: text(), answer: text() } })],
            'turn',
            id,
          ),
        () =>
          seedChange(
            at,
            [at.db.turn.update({ ...where, data: { trashId: round % 2 ? 'bin' : null } })],
            'turn',
            id,
          ),
        () =>
          seedChange(
            at,
            [
              at.db.conversation.update({
                where: { id: other.conversationId },
                data: { trashId: round % 2 ? 'bin' : null },
              }),
            ],
            'conversation',
            other.conversationId,
          ),
      ][random(3)]
      await change?.()
      if (round % 5 === 0) await search(vocabulary[0] ?? '')
    }
    const updated = await seen(vocabulary)
    forgetOnce('memory-index')
    expect(updated).toEqual(await seen(vocabulary))
  })

  it('negative control: an index that did not catch up answers differently', async () => {
    const [word = '', changed = ''] = inventedWords(2)
    const talk = await seedConversation(at, [{ userText: word }])
    const before = await seen([word, changed])
    await at.db.turn.update({ where: { id: talk.turnIds[0] ?? '' }, data: { userText: changed } })
    const withoutChangeRow = await seen([word, changed])
    expect(withoutChangeRow).toEqual(before)
    forgetOnce('memory-index')
    expect(withoutChangeRow).not.toEqual(await seen([word, changed]))
  })

  it('drops tombstones once they are over a fifth, but not for a few of them', { tags: 'full' }, async () => {
    const said = (count: number) =>
      seedConversation(
        at,
        Array.from({ length: count }, () => ({ userText: 'some words' })),
      )
    const { leastDead } = limits.index
    const units = async () => (await ownerIndex(at.db, at.ownerId)).units.message.length
    const trash = ({ conversationId: id }: { conversationId: string }) =>
      seedChange(
        at,
        [at.db.conversation.update({ where: { id }, data: { trashId: 'bin' } })],
        'conversation',
        id,
      )
    const [few, one, more] = [await said(leastDead), await said(1), await said(10)]
    expect(await units()).toBe(leastDead + 11)
    await trash(few)
    expect(await units()).toBe(leastDead + 11)
    await trash(one)
    expect(await units()).toBe(10)
    await said(5 * leastDead)
    await trash(more)
    expect(await units()).toBe(5 * leastDead + 10)
  })

  it('is loaded page by page, once for callers that come together', async () => {
    const word = inventedWords(1)[0] ?? ''
    await seedConversation(
      at,
      Array.from({ length: limits.index.page + 50 }, (_, i) => ({
        userText: `turn ${i}`,
        at: new Date(1_700_000_000_000),
      })),
    )
    await seedConversation(at, [{ userText: `the ${word}` }])
    const [first, second, hits] = await Promise.all([
      ownerIndex(at.db, at.ownerId),
      ownerIndex(at.db, at.ownerId),
      search(word),
    ])
    expect(first).toBe(second)
    expect(first.turns.id).toHaveLength(limits.index.page + 51)
    expect(new Set(first.turns.id).size).toBe(limits.index.page + 51)
    expect(hits).toHaveLength(1)
  })

  it('gives way to others when all together are too large, the longest unused first', async () => {
    const owners = await Promise.all(
      [1, 2, 3].map(async () => {
        const ownerId = `user_${crypto.randomUUID().slice(0, 8)}`
        await at.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
        await seedConversation({ db: at.db, ownerId }, [{ userText: 'hello there' }])
        return ownerId
      }),
    )
    const [a = '', b = '', c = ''] = owners
    await ownerIndex(at.db, a)
    await ownerIndex(at.db, b)
    await ownerIndex(at.db, a)
    await ownerIndex(at.db, c, 1)
    expect(loadedOwners()).toEqual([c])
    const own = indexBytes(await ownerIndex(at.db, a))
    await ownerIndex(at.db, b)
    await ownerIndex(at.db, a)
    await ownerIndex(at.db, c, 2 * own)
    expect(new Set(loadedOwners())).toEqual(new Set([a, c]))
  })

  it('holds ids and offsets, no text', async () => {
    const [secret = ''] = inventedWords(1)
    await seedConversation(at, [{ userText: `the ${secret} of mine` }])
    const data = await ownerIndex(at.db, at.ownerId)
    expect(
      JSON.stringify([data.turns, data.units, data.conversations.list, data.branches.list]),
    ).not.toContain(secret)
    expect([...data.postings.keys()]).toEqual([secret, 'mine'])
  })
})
