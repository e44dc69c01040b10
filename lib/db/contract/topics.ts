import { describe, expect, it } from 'vitest'
import { changeOps, memoryRev } from '@/lib/db/engine/changes'
import { mostUsedTurns, ribbons, turnsOfTopic, warmthOfTurns } from '@/lib/db/memory/map'
import {
  assignments,
  assignOps,
  dropTopicWords,
  ownersWithChanges,
  recallPairs,
  replaceTopicsOps,
  saveAssignments,
  titleTopicOps,
  topicStateOps,
  warmTopicOps,
} from '@/lib/db/memory/topic-writes'
import {
  topicRows,
  topicShares,
  topicState,
  topicsOfTurns,
  topicWords,
  turnsTrashedSince,
} from '@/lib/db/memory/topics'
import { seedConversation } from '../testing-seed'
import { type Contract, newOwner, unique } from './fixture'

const NOW = new Date('2026-06-01T12:00:00.000Z')

export function topics(open: Contract) {
  describe('topics of a memory', () => {
    const start = async (turns = 4) => {
      const { db } = open()
      const at = { db, ownerId: await newOwner(db) }
      const said = Array.from({ length: turns }, (_, i) => ({ userText: `say ${i}` }))
      const talk = await seedConversation(at, said)
      const change = (op: 'put' | 'del') =>
        db.$transaction(changeOps(db, at.ownerId, [{ kind: 'conversation', refId: talk.conversationId, op }]))
      const recall = async (by: number, of: number, index = 0) => {
        const id = unique('recall')
        await db.recall.create({
          data: {
            ...{ id, ownerId: at.ownerId, turnId: talk.turnIds[by] ?? '', index, source: 'tool' },
            ...{ request: {}, engine: 'test', ms: 1, nearMisses: {} },
          },
        })
        const refId = talk.turnIds[of] ?? ''
        const hit = { kind: 'turn', refId, sourceTurnId: refId, score: 1, parts: {}, tokens: 1 }
        await db.recallHit.create({ data: { recallId: id, rank: 1, ...hit } })
      }
      const rows = (of: (string | null)[]) =>
        of.map((topicId, i) => ({
          ...{ turnId: talk.turnIds[i] ?? '', conversationId: talk.conversationId, topicId },
        }))
      return { ...at, talk, change, recall, rows }
    }
    const topic = (id: string, hue: number) => ({
      ...{ id, title: '', titleKey: '', hue, x: 1.5, y: -2, recalls: 0, recalledAt: null },
      terms: [{ term: 'boat', word: 'Boats', turns: ['t'] }],
    })
    const made = { madeAt: NOW, madeRev: 1, seenRev: 1, turns: 4, changed: 0 }

    it('are stored with their words, and turns with their topics', async () => {
      const { db, ownerId, talk, rows } = await start()
      const [a, b] = [unique('topic'), unique('topic')]
      await saveAssignments(db, ownerId, rows([a, b, null]), [])
      await db.$transaction([
        ...replaceTopicsOps(db, ownerId, [topic(b, 1), topic(a, 0)]),
        ...topicStateOps(db, ownerId, {
          ...made,
          words: [['boat', a, 1.5]],
          names: [{ name: 'Ana', topics: [[a, 2]], turns: ['t'] }],
          links: [{ from: a, to: b, ties: 2, recalled: 1 }],
        }),
      ])
      expect((await topicRows(db, ownerId)).map(({ id }) => id)).toEqual([a, b])
      expect((await topicRows(db, ownerId))[0]).toMatchObject(topic(a, 0))
      expect(await topicWords(db, ownerId)).toEqual([['boat', a, 1.5]])
      expect(await topicState(db, ownerId)).toMatchObject({
        ...made,
        links: [{ ties: 2 }],
        names: [{ name: 'Ana' }],
      })
      await db.$transaction(assignOps(db, ownerId, rows([b])))
      expect(await assignments(db, ownerId)).toEqual(
        new Map([
          [talk.turnIds[0], b],
          [talk.turnIds[1], b],
          [talk.turnIds[2], null],
        ]),
      )
      const shares = await topicShares(db, ownerId)
      expect(new Map(shares.map(({ topicId, turns }) => [topicId, turns]))).toEqual(
        new Map([
          [b, 2],
          [null, 1],
        ]),
      )
      await db.$transaction([
        ...warmTopicOps(db, ownerId, a, 3, NOW),
        ...titleTopicOps(db, ownerId, a, 'person', 'Boats'),
        ...titleTopicOps(db, ownerId, a, 'turns t', 'Of a model'),
        ...titleTopicOps(db, ownerId, b, `conversation ${talk.conversationId}`, ''),
      ])
      await db.conversation.update({ where: { id: talk.conversationId }, data: { title: 'Sails' } })
      expect((await topicRows(db, ownerId)).map(({ title, recalls }) => [title, recalls])).toEqual([
        ['Boats', 3],
        ['Sails', 0],
      ])
      expect([...(await topicsOfTurns(db, 'stranger', talk.turnIds))]).toEqual([])
      expect(await topicShares(db, 'stranger')).toEqual([])
    })

    it('have newest turns, whatever their ids', async () => {
      const { db, ownerId, talk, rows } = await start()
      const topicId = unique('topic')
      await saveAssignments(db, ownerId, rows(talk.turnIds.map(() => topicId)), [])
      const [first = ''] = talk.turnIds
      await db.turn.update({ where: { id: first }, data: { createdAt: NOW } })
      const newest = (owner: string) => turnsOfTopic(db, owner, topicId, [talk.conversationId], 1, null)
      expect((await newest(ownerId)).map(({ id }) => id)).toEqual([first])
      expect(await newest('stranger')).toEqual([])
    })

    it('know what was recalled, between turns and between conversations', async () => {
      const { db, ownerId, talk, recall, rows } = await start()
      const topicId = unique('topic')
      await saveAssignments(db, ownerId, rows([topicId, null]), [])
      await recall(2, 0)
      await recall(3, 0)
      // The same answer, for another of its prompts.
      await recall(3, 0, 1)
      const [first = '', , third, fourth] = talk.turnIds
      expect((await recallPairs(db, ownerId, talk.turnIds)).map(({ from, to }) => [from, to])).toEqual(
        expect.arrayContaining([
          [third, first],
          [fourth, first],
        ]),
      )
      expect((await warmthOfTurns(db, ownerId, talk.turnIds)).get(first)).toMatchObject({ recalls: 2 })
      const here = { from: talk.conversationId, to: talk.conversationId, count: 2 }
      expect(await ribbons(db, ownerId, [talk.conversationId])).toMatchObject([here])
      expect(await ribbons(db, ownerId, [talk.conversationId], { topicId })).toMatchObject([here])
      expect(await ribbons(db, ownerId, [talk.conversationId], { topicId: null })).toEqual([])
      const used = await mostUsedTurns(db, ownerId, talk.conversationId, undefined, 2)
      expect(used).toMatchObject({ ids: [first, fourth], all: 4, from: 1, to: 4 })
      const ofTopic = await mostUsedTurns(db, ownerId, talk.conversationId, { topicId }, 9)
      expect(ofTopic).toMatchObject({ ids: [first], all: 1 })
      expect(await ribbons(db, 'stranger', [talk.conversationId])).toEqual([])
    })

    it('lose all words that something in the trash may have said, and nothing else', async () => {
      const { db, ownerId, talk, change, rows } = await start()
      const id = unique('topic')
      await saveAssignments(db, ownerId, rows([id]), [])
      const state = topicStateOps(db, ownerId, { ...made, words: [['boat', id, 1]] })
      const renamed = { ...topic(unique('topic'), 5), title: 'My boats', titleKey: 'person' }
      await db.$transaction([
        ...replaceTopicsOps(db, ownerId, [{ ...topic(id, 4), title: 'Boats', titleKey: 'turns t' }, renamed]),
        ...state,
      ])
      const other = await newOwner(db)
      await db.$transaction(replaceTopicsOps(db, other, [topic(unique('topic'), 0)]))
      await dropTopicWords(db, ownerId)
      expect(await topicWords(db, ownerId)).toHaveLength(1)
      await change('put')
      await change('del')
      expect(await turnsTrashedSince(db, ownerId, 1)).toBe(true)
      expect(await turnsTrashedSince(db, ownerId, await memoryRev(db, ownerId))).toBe(false)
      await dropTopicWords(db, ownerId)
      expect(await topicWords(db, ownerId)).toEqual([])
      expect(await topicRows(db, ownerId)).toMatchObject([
        { id, hue: 4, x: 1.5, terms: [], title: '', titleKey: '' },
        { id: renamed.id, terms: [], title: 'My boats', titleKey: 'person' },
      ])
      expect((await topicRows(db, other))[0]?.terms).toHaveLength(1)
      expect((await ownersWithChanges(db, 'topics')).map((one) => one.id)).toContain(ownerId)
      await saveAssignments(db, ownerId, [], talk.turnIds)
      expect((await assignments(db, ownerId)).size).toBe(0)
    })
  })
}
