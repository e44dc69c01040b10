import { describe, expect, it } from 'vitest'
import { blobOf, getBlobs } from '@/lib/db/engine/blobs'
import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { addUploads, touchOps } from '@/lib/db/files/workspace'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash, trashConversation } from '@/lib/db/forget/trash'
import { findContext } from '@/lib/db/memory/contexts'
import { recallOps, recallsOfTurns } from '@/lib/db/memory/recalls'
import { listConversations } from '@/lib/db/turns/conversations'
import { appendLogOps } from '@/lib/db/turns/events'
import { jobOps } from '@/lib/db/turns/jobs'
import { NO_PROMPT, stepOps } from '@/lib/db/turns/steps'
import { textPage } from '@/lib/db/turns/turn-texts'
import { findTurn, getTurn } from '@/lib/db/turns/turns'
import { writeSetting } from '../settings'
import { holding } from '../testing-holding'
import { type Seeded, seedConversation } from '../testing-seed'
import { bareStep, type Contract, codeOf, newOwner, seedLong, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)
/** A database that counts what it is asked. */
function counting(db: Db) {
  let count = 0
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (inner, key) => {
        const value: unknown = Reflect.get(inner, key)
        if (typeof value === 'function')
          return (...args: unknown[]) => {
            count += 1
            return value.apply(inner, args)
          }
        return typeof value === 'object' && value !== null ? counted(value) : value
      },
    })
  return { db: counted(db), statements: () => count }
}

/** A conversation that holds `secret` in every kind of row a turn leaves. */
async function secretive(db: Db, ownerId: string, secret: string): Promise<Seeded> {
  const summary = { text: `Sum ${secret}`, insights: [`Insight ${secret}`] }
  const seeded = await seedConversation({ db, ownerId }, [
    {
      userText: `My word is ${secret}.`,
      answer: `Noted: ${secret}.`,
      summary,
      tools: [{ name: 'read_file', args: { path: secret }, ok: true, result: `File ${secret}` }],
    },
    { userText: 'And then?', answer: `Then ${secret}.`, summary },
  ])
  const [turnId = '', second = ''] = seeded.turnIds
  const prompt = blobOf(`Prompt with ${secret}`, 1)
  const result = blobOf(`Tool said ${secret}`, 1)
  const stepId = unique('step')
  const tool = {
    id: unique('call'),
    index: 0,
    name: 'search_files',
    args: { query: secret },
    ok: true,
    result: secret,
    ms: 1,
    resultHash: result.hash,
  }
  const hit = {
    rank: 1,
    kind: 'turn',
    refId: second,
    turnId: second,
    turnNumber: 2,
    conversationId: seeded.conversationId,
    contextId: null,
    at: '',
    score: 1,
    parts: {},
    tokens: 1,
  } as const
  const recall = {
    id: unique('recall'),
    index: 0,
    source: 'recall_context',
    request: { keywords: [secret] },
    engine: 'e',
    ms: 1,
    note: secret,
  }
  const hits = {
    hits: [{ ...hit, excerpt: `Excerpt ${secret}` }],
    nearMisses: [{ ...hit, rank: 2, excerpt: `Near ${secret}` }],
  }
  const files = [{ id: unique('up'), path: `${secret}.md`, blob: blobOf(`Upload ${secret}`, 1) }]
  await addUploads(db, ownerId, seeded.conversationId, files, START)
  await db.$transaction([
    ...stepOps(
      db,
      ownerId,
      bareStep(turnId, START, {
        ...{ id: stepId, text: secret, reasoning: secret, retries: [secret], notices: [secret] },
        decision: { continueThinking: false, reason: secret, stop: secret },
        manifest: { ...NO_PROMPT, user: [{ section: 'task', hash: prompt.hash }] },
        blobs: [prompt, result],
        sections: [{ section: 'task', tokens: 1 }],
        tools: [tool],
        tries: [{ reason: secret }],
      }),
      START,
    ),
    ...recallOps(db, ownerId, {
      turnId,
      stepId,
      recall: { ...recall, ...hits },
      countTokens: () => 1,
      now: START,
    }),
    ...touchOps(db, ownerId, turnId, [
      { path: `${secret}.md`, op: 'write', fromHash: null, toHash: result.hash, tokens: 1 },
    ]),
    ...jobOps(
      db,
      ownerId,
      [{ id: unique('job'), kind: 'title', key: seeded.conversationId, payload: { turnId } }],
      START,
    ),
    ...appendLogOps(db, [
      {
        turnId,
        attempt: 1,
        seq: 1,
        type: 'answer-delta',
        data: { type: 'answer-delta', step: 0, text: secret },
      },
    ]),
    db.conversation.update({ where: { id: seeded.conversationId }, data: { title: `About ${secret}` } }),
  ])
  await writeSetting(db, ownerId, seeded.conversationId, 'note', secret)
  return seeded
}

export function forgetting(open: Contract) {
  describe('a deleted conversation', () => {
    it('is gone from every list and read at once, and comes back whole with undo', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const { conversationId, turnIds } = await secretive(db, ownerId, unique('zebra'))
      const rev = await memoryRev(db, ownerId)
      const trashId = unique('trash')
      const read = async () => [
        (await listConversations(db, ownerId, {})).length,
        await findTurn(db, ownerId, turnIds[0] ?? ''),
        (await textPage(db, ownerId, null, 10)).length,
        await findContext(db, ownerId, { turnId: turnIds[0] ?? '' }),
      ]
      const before = await read()
      await trashConversation(db, ownerId, conversationId, trashId, START)
      expect(await read()).toEqual([0, null, 0, null])
      expect((await changesSince(db, ownerId, rev)).map(({ kind, refId, op }) => [kind, refId, op])).toEqual([
        ['conversation', conversationId, 'del'],
      ])
      await expect(codeOf(restoreTrash(db, await newOwner(db), trashId))).resolves.toBe('not_found')
      expect(await purgeTrash(db, later(29_000))).toBe(0)
      await restoreTrash(db, ownerId, trashId)
      expect(await read()).toEqual(before)
      expect(await purgeTrash(db, later(60_000))).toBe(0)
      expect(await getTurn(db, ownerId, turnIds[1] ?? '')).toBeTruthy()
    })

    it('leaves its text in no table once it is purged, and cannot be brought back', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const secret = unique('zebra')
      const { conversationId, turnIds } = await secretive(db, ownerId, secret)
      expect(await holding(db, secret)).toEqual([
        'Conversation',
        'Turn',
        'Event',
        'Step',
        'ToolCall',
        'Blob',
        'FileTouch',
        'Upload',
        'Summary',
        'Recall',
        'Setting',
      ])
      const trashId = unique('trash')
      await trashConversation(db, ownerId, conversationId, trashId, START)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await holding(db, secret)).toEqual([])
      const left = [
        db.provenance.count({ where: { ownerId } }),
        db.recallHit.count({ where: { sourceTurnId: { in: turnIds } } }),
        db.ledgerSection.count({ where: { ownerId } }),
      ]
      expect(
        await Promise.all([
          ...left,
          db.context.count({ where: { ownerId } }),
          db.branch.count({ where: { ownerId } }),
        ]),
      ).toEqual([0, 0, 0, 0, 0])
      expect(await codeOf(restoreTrash(db, ownerId, trashId))).toBe('not_found')
      expect(await purgeTrash(db, later(90_000))).toBe(0)
    })

    it('takes no text that another conversation, a near miss or another owner still has', async () => {
      const { db } = open()
      const [ownerId, other] = [await newOwner(db), await newOwner(db)]
      const shared = unique('zebra')
      const [gone, kept] = [await secretive(db, ownerId, shared), await secretive(db, ownerId, shared)]
      const theirs = await secretive(db, other, shared)
      await trashConversation(db, ownerId, gone.conversationId, unique('trash'), START)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      const [recall] = (await recallsOfTurns(db, ownerId, kept.turnIds)).get(kept.turnIds[0] ?? '') ?? []
      expect([recall?.recall.hits[0]?.excerpt, recall?.recall.nearMisses[0]?.excerpt]).toEqual([
        `Excerpt ${shared}`,
        `Near ${shared}`,
      ])
      const wanted = [`Prompt with ${shared}`, `Tool said ${shared}`, `Upload ${shared}`].map(
        (text) => blobOf(text, 1).hash,
      )
      expect((await getBlobs(db, ownerId, wanted)).size).toBe(3)
      expect((await getBlobs(db, other, wanted)).size).toBe(3)
      expect(await getTurn(db, other, theirs.turnIds[0] ?? '')).toBeTruthy()
    })

    it('takes for ten times the turns at most ten times the statements', { tags: 'full' }, async () => {
      const { db, url } = open()
      const statements = async (turns: number) => {
        const ownerId = await newOwner(db)
        const { conversationId } = await seedLong(db, url, ownerId, turns)
        const counted = counting(db)
        await trashConversation(counted.db, ownerId, conversationId, unique('trash'), START)
        expect(await purgeTrash(counted.db, later(30_000))).toBe(1)
        expect(await db.turn.count({ where: { ownerId } })).toBe(0)
        expect(await db.blob.count({ where: { ownerId } })).toBe(0)
        return counted.statements()
      }
      const few = await statements(300)
      expect(few).toBeGreaterThan(10)
      expect(await statements(3_000)).toBeLessThanOrEqual(few * 10)
    })
  })
}
