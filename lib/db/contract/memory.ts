import { describe, expect, it } from 'vitest'
import { vectorColumn } from '@/lib/db/engine/vector-column'
import {
  countEmbedded,
  countVectors,
  dropOtherDims,
  vectorOps,
  vectorPage,
  vectorsOfTurns,
} from '@/lib/db/memory/embeddings'
import { laneRows, recallRows, turnNodeRows } from '@/lib/db/memory/graph'
import { turnsByWeek } from '@/lib/db/memory/map'
import { fillNearest, nearest } from '@/lib/db/memory/nearest'
import { recallOps, recallsOfTurns } from '@/lib/db/memory/recalls'
import { type TurnText, textPage, textsById } from '@/lib/db/turns/turn-texts'
import { weekAt } from '@/lib/shared/memory/calendar'
import type { RecallHit } from '@/lib/shared/turn/events'
import { seedConversation } from '../testing-seed'
import { type Contract, newOwner, unique } from './fixture'

/** The rows of memory: what its raw SQL gives must not depend on the database. */
export function memory(open: Contract) {
  const start = async () => ({ db: open().db, ownerId: await newOwner(open().db) })
  const said = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      userText: `Gate ${i + 1} 100%_`,
      answer: `Noted ${i + 1}`,
      summary: { text: `sum ${i + 1}` },
    }))

  describe('the rows of memory', () => {
    it('turns are read page by page, those of one moment too, each once, and none that memory may not speak of', async () => {
      const at = await start()
      const { db, ownerId } = at
      const moment = new Date('2026-05-01T10:00:00.123Z')
      const talk = await seedConversation(
        at,
        said(7).map((turn, i) => ({
          ...turn,
          ...(i > 0 && i < 5 ? { at: moment } : {}),
          ...(i === 3 ? { status: 'running' as const } : {}),
        })),
      )
      const messages = [{ id: 'm', speaker: 'Ada', at: moment.toISOString(), part: 'user', start: 0, end: 4 }]
      await db.turn.update({ where: { id: talk.turnIds[2] ?? '' }, data: { messages } })
      const inTrash = await seedConversation(at, said(1))
      await db.conversation.update({ where: { id: inTrash.conversationId }, data: { trashId: 'trash' } })
      await seedConversation({ db, ownerId: await newOwner(db) }, said(1))
      const read: TurnText[] = []
      for (let last: TurnText | null = null; ; ) {
        const page: TurnText[] = await textPage(db, ownerId, last, 2)
        read.push(...page)
        last = page.at(-1) ?? null
        if (page.length < 2) break
      }
      const ids = talk.turnIds.filter((_, i) => i !== 3)
      expect(read.map((turn) => turn.id).sort()).toEqual([...ids].sort())
      expect(read).toEqual(
        [...read].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)),
      )
      const [byId] = await textsById(db, ownerId, [talk.turnIds[2] ?? ''])
      expect(read.find((turn) => turn.id === byId?.id)).toEqual(byId)
      expect(byId).toMatchObject({ createdAt: moment, number: 3, messages })
      expect(read.find((turn) => turn.id === talk.turnIds[0])?.messages).toBe(null)
    })

    it('the graph counts, cuts and finds turns alike', async () => {
      const at = await start()
      const { db, ownerId } = at
      const talk = await seedConversation(at, said(25))
      const [lane] = await laneRows(db, ownerId, talk.conversationId)
      expect(lane).toMatchObject({ id: talk.conversationId, turns: 25, last: 25 })
      const rows = await turnNodeRows(
        db,
        ownerId,
        [24, 0, 23].flatMap((i) => talk.turnIds[i] ?? []),
      )
      expect(rows.map((row) => [row.number, row.label, row.status, row.at])).toEqual([
        [1, 'Gate 1 100%_', 'completed', '2026-03-01T08:00:00.000Z'],
        [24, 'Gate 24 100%_', 'completed', '2026-03-01T08:23:00.000Z'],
        [25, 'Gate 25 100%_', 'completed', '2026-03-01T08:24:00.000Z'],
      ])
      const hit: RecallHit = {
        rank: 1,
        kind: 'turn',
        refId: talk.turnIds[0] ?? '',
        turnId: talk.turnIds[0] ?? '',
        turnNumber: 1,
        conversationId: talk.conversationId,
        contextId: null,
        at: '',
        score: 0.5,
        parts: { gate: 0.5 },
        excerpt: 'Gate 1',
        tokens: 2,
      }
      const recall = {
        id: unique('rec'),
        index: 0,
        source: 'think',
        request: {},
        engine: 'bm25',
        ms: 1,
        hits: [hit],
        nearMisses: [],
        note: '',
      }
      await db.$transaction(
        recallOps(db, ownerId, {
          turnId: talk.turnIds[9] ?? '',
          stepId: null,
          recall,
          countTokens: () => 1,
          now: new Date(),
        }),
      )
      expect(await recallRows(db, ownerId, [talk.turnIds[9] ?? ''])).toEqual([
        { from: talk.turnIds[9], to: talk.turnIds[0], node: `turn:${talk.turnIds[0]}`, score: 0.5 },
      ])
      expect(
        (await recallsOfTurns(db, ownerId, talk.turnIds)).get(talk.turnIds[9] ?? '')?.[0]?.recall.hits[0],
      ).toMatchObject({
        excerpt: 'Gate 1',
        turnNumber: 1,
        parts: { gate: 0.5 },
      })
      const { rows: weeks, conversations } = await turnsByWeek(db, ownerId, 0)
      const index = conversations.indexOf(talk.conversationId)
      expect(weeks.filter((row) => row[2] === index)).toEqual([
        [weekAt(Date.parse('2026-03-01T08:00Z')), -1, index, 25],
      ])
    })

    it('vectors are read as they were written, of one model and length, and none stays of a turn that is gone', async () => {
      const at = await start()
      const { db, ownerId } = at
      const talk = await seedConversation(at, said(3))
      const row = (i: number, unit: number, values: number[], turnId = talk.turnIds[i] ?? '') => ({
        turnId,
        unit,
        textHash: `h${i}`,
        vector: Float32Array.from(values),
      })
      const all = (rows: { turnId: string; unit: number; vector: Float32Array }[]) =>
        rows.map(({ turnId, unit, vector }) => [talk.turnIds.indexOf(turnId), unit, [...vector]])
      await db.$transaction(
        vectorOps(db, ownerId, 'm 1', [
          row(0, 0, [1, 0.5]),
          row(0, 1, [0.25, 1]),
          row(1, 0, []),
          row(9, 0, [1, 1], unique('gone')),
        ]),
      )
      await db.$transaction(vectorOps(db, ownerId, 'm 1', [row(0, 1, [0, 1])]))
      await db.$transaction(vectorOps(db, ownerId, 'm 2', [row(0, 0, [1, 2, 3])]))
      const first = await vectorPage(db, ownerId, 'm 1', 2, null, 1)
      const second = await vectorPage(db, ownerId, 'm 1', 2, first.next, 1)
      expect([
        ...all(first.vectors),
        ...all(second.vectors),
        ...all((await vectorPage(db, ownerId, 'm 1', 2, second.next, 1)).vectors),
      ]).toEqual([
        [0, 0, [1, 0.5]],
        [0, 1, [0, 1]],
      ])
      expect([
        await countVectors(db, ownerId, 'm 1'),
        await countVectors(db, 'somebody', 'm 1'),
        await countEmbedded(db, ownerId, 'm 1'),
        await countEmbedded(db, 'somebody', 'm 1'),
      ]).toEqual([3, 0, { all: 3, heldBack: 1 }, { all: 0, heldBack: 0 }])
      for (const [turn, trashed] of [
        [1, { all: 2, heldBack: 0 }],
        [0, { all: 0, heldBack: 0 }],
      ] as const) {
        await db.turn.update({ where: { id: talk.turnIds[turn] ?? '' }, data: { trashId: 'bin' } })
        expect(await countEmbedded(db, ownerId, 'm 1')).toEqual(trashed)
      }
      expect(await countVectors(db, ownerId, 'm 1')).toBe(3)
      await db.$transaction([dropOtherDims(db, ownerId, 'm 1', 5)])
      expect([
        await countVectors(db, ownerId, 'm 1'),
        all(await vectorsOfTurns(db, ownerId, 'm 2', 3, talk.turnIds)),
      ]).toEqual([1, [[0, 0, [1, 2, 3]]]])
    })

    it('what is close in meaning is asked of the database where it can compare vectors, and of no other', async () => {
      const { db, ownerId } = await start()
      const talk = await seedConversation({ db, ownerId }, said(3))
      const row = (i: number, values: number[]) => ({
        turnId: talk.turnIds[i] ?? '',
        unit: 0,
        textHash: `h${i}`,
        vector: Float32Array.from(values),
      })
      await db.$transaction([
        ...vectorOps(db, ownerId, 'm 1', [row(0, [1, 0]), row(1, [0, 1])]),
        ...vectorOps(db, ownerId, 'm 2', [row(2, [1, 0])]),
      ])
      await fillNearest(db, ownerId, 'm 1', 2)
      const found = await nearest(db, ownerId, 'm 1', Float32Array.from([0.6, 0.8]), 9)
      if (await vectorColumn(db))
        expect(found?.pieces.map(({ turnId }) => turnId)).toEqual([talk.turnIds[1], talk.turnIds[0]])
      else expect(found).toBeNull()
    })
  })
}
