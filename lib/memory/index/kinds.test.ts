import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedChange, seedConversation } from '@/lib/db/testing-seed'
import { searchMemory } from '@/lib/memory/search/search'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { limits } from '@/lib/shared/limits'
import { forgetOnce } from '@/lib/shared/once'
import { indexBytes } from './load/data'
import { lexicalIndex } from './memory-index'
import { loadedOwners, ownerIndex, wholeIndex } from './testing-owner-index'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forgetOnce('memory-index')
  await at.close()
})

const random = (below: number) => Math.floor(Math.random() * below)

/** Files as a turn leaves them for later turns, with the change of its commit. */
async function leave(talk: Seeded, turn: number, files: Record<string, string>) {
  const texts = Object.values(files).map((text) => blobOf(text, 1))
  const tree = Object.entries(files).map(
    ([path, text]) =>
      [path, { hash: blobOf(text, 1).hash, bytes: text.length, tokens: 1, version: 1, turn }] as const,
  )
  const treeBlob = blobOf(JSON.stringify({ files: Object.fromEntries(tree), state: {} }), 1)
  const turnId = talk.turnIds[turn - 1] ?? ''
  const touch = { turnId, path: 'touched.md', op: 'write' }
  await seedChange(
    at,
    [
      ...putBlobs(at.db, at.ownerId, [...texts, treeBlob], new Date()),
      at.db.context.updateMany({
        where: { turnId: { in: talk.turnIds.slice(turn - 1) } },
        data: { treeHash: treeBlob.hash },
      }),
      at.db.fileTouch.upsert({
        where: { turnId_path_op: touch },
        create: { ...touch, ownerId: at.ownerId, tokens: 1 },
        update: {},
      }),
    ],
    'turn',
    turnId,
  )
}

describe('kinds together', () => {
  it('after any series of commits answer as indexes built anew do', async () => {
    const words = inventedWords(12)
    const text = () => Array.from({ length: 1 + random(90) }, () => words[random(words.length)]).join(' ')
    const talk = await seedConversation(
      at,
      Array.from({ length: 12 }, () => ({ userText: text(), answer: text(), summary: { text: text() } })),
    )
    const seen = async () =>
      Promise.all(
        words.map(async (word) =>
          (await searchMemory(at.db, at.ownerId, { text: `${word} ` })).hits.map((hit) => [
            hit.kind,
            hit.refId,
            hit.score.toFixed(9),
            hit.excerpt.text,
          ]),
        ),
      )
    await seen()
    for (let round = 0; round < 40; round++) {
      const turn = 1 + random(12)
      const id = talk.turnIds[turn - 1] ?? ''
      const summary = `sum_${talk.contextIds[turn - 1]}`
      const change = [
        () =>
          leave(
            talk,
            turn,
            Object.fromEntries(Array.from({ length: random(4) }, (_, i) => [`${i}.md`, text()])),
          ),
        () =>
          seedChange(
            at,
            [at.db.turn.update({ where: { id }, data: { trashId: round % 2 ? 'bin' : null } })],
            'turn',
            id,
          ),
        () =>
          seedChange(
            at,
            [at.db.summary.updateMany({ where: { id: summary }, data: { text: text() } })],
            'summary',
            summary,
          ),
        () =>
          seedChange(
            at,
            [
              at.db.conversation.update({
                where: { id: talk.conversationId },
                data: { trashId: round % 2 ? 'bin' : null },
              }),
            ],
            'conversation',
            talk.conversationId,
          ),
      ][random(4)]
      await change?.()
      if (round % 4 === 0) await seen()
    }
    await seedChange(
      at,
      [at.db.conversation.update({ where: { id: talk.conversationId }, data: { trashId: null } })],
      'conversation',
      talk.conversationId,
    )
    const updated = await seen()
    expect(updated.flat().length).toBeGreaterThan(0)
    forgetOnce('memory-index')
    expect(updated).toEqual(await seen())
  })

  it('recall does not see the others: neither their hits nor how often they say a word', async () => {
    const ask = () =>
      lexicalIndex.search(at.db, at.ownerId, {
        text: 'which lantern is red',
        conversationId: 'none',
        path: [],
        before: 1,
        scope: 'owner',
        limit: 10,
      })
    const talk = await seedConversation(at, [
      { userText: 'The lantern is red.' },
      { userText: 'Another lantern.' },
      { userText: 'Something else.' },
    ])
    const alone = await ask()
    await at.db.summary.create({
      data: {
        ...{
          id: 'sum_1',
          ownerId: at.ownerId,
          conversationId: talk.conversationId,
          branchId: talk.branchId,
          level: 0,
          fromNumber: 1,
          toNumber: 1,
        },
        ...{ text: 'red red lantern', insights: [], tokens: 1, status: 'model' },
      },
    })
    await leave(talk, 2, { 'lantern.md': 'red red red lantern' })
    expect((await searchMemory(at.db, at.ownerId, { text: 'lantern', facets: true })).facets?.kinds).toEqual([
      { value: 'message', label: 'message', count: 2 },
      { value: 'summary', label: 'summary', count: 1 },
      { value: 'file', label: 'file', count: 1 },
    ])
    expect((await ask()).map((hit) => [hit.turnId, hit.raw, hit.score])).toEqual(
      alone.map((hit) => [hit.turnId, hit.raw, hit.score]),
    )
  })

  it('of one owner stay together where another owner gives way: a search goes through them', async () => {
    const other = { db: at.db, ownerId: 'user_other' }
    await at.db.user.create({ data: { id: other.ownerId, createdAt: new Date() } })
    for (const of of [at, other])
      await seedConversation(of, [{ userText: 'hello there', summary: { text: 'a greeting' } }])
    const own =
      indexBytes(await ownerIndex(at.db, at.ownerId)) +
      indexBytes(await wholeIndex(at.db, at.ownerId, 'summary'))
    expect(own).toBeLessThan(limits.index.maxBytes)
    await ownerIndex(at.db, other.ownerId)
    const before = await wholeIndex(at.db, at.ownerId, 'summary')
    await wholeIndex(at.db, at.ownerId, 'message', { maxBytes: 1 })
    expect(await wholeIndex(at.db, at.ownerId, 'summary')).toBe(before)
    expect(loadedOwners()).toEqual([at.ownerId])
  })
})
