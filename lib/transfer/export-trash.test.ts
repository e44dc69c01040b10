import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs, sha256 } from '@/lib/db/engine/blobs'
import { touchOps } from '@/lib/db/files/workspace'
import { trashConversation, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { storedContext } from '@/lib/db/memory/context-parts'
import { recallOps } from '@/lib/db/memory/recalls'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { citationOps } from '@/lib/db/turns/citations'
import type { RecallHit } from '@/lib/shared/turn/events'
import { exported, importText } from './testing-import'

const AT = new Date('2026-05-01T10:00:00.000Z')
const UNDO = 30_000
const SECRET = 'The safe opens with the number 4711.'
const KEPT = 'See notes/secret.md for the number.'
const LIST = '{"why":"notes/secret.md names it"}'
const said = (text: string) => ({
  userText: text,
  answer: `${text} Noted.`,
  tools: [{ name: 'read_file', args: { path: 'notes/secret.md' }, ok: true, result: SECRET }],
})

/** A conversation with two files in its workspace. Each turn's tool call has read one of them. */
async function withFiles(test: TestDb, turns = 2) {
  const { db, ownerId } = test
  const line = await seedConversation(
    test,
    Array.from({ length: turns }, (_, i) => said(`Turn ${i + 1}.`)),
  )
  const texts = [SECRET, KEPT, LIST].map((text) => blobOf(text, 5))
  const entry = (text: string) => ({ hash: sha256(text), bytes: text.length, tokens: 5, version: 1, turn: 1 })
  const tree = JSON.stringify({
    files: { 'notes/secret.md': entry(SECRET), 'notes/kept.md': entry(KEPT), 'list.json': entry(LIST) },
    state: { mood: 'calm' },
  })
  const list = `notes/secret.md (5 tokens)\nnotes/kept.md (5 tokens)`
  const parts = [
    { who: 'file', title: 'File notes/secret.md', hash: sha256(SECRET) },
    { who: 'file', title: 'Files', hash: sha256(list) },
  ]
  await db.$transaction([
    ...putBlobs(db, ownerId, [...texts, blobOf(tree, 9), blobOf(list, 9)], AT),
    ...touchOps(db, ownerId, line.turnIds[0] ?? '', [
      { path: 'notes/secret.md', op: 'write', fromHash: null, toHash: sha256(SECRET), tokens: 5 },
      { path: 'notes/kept.md', op: 'write', fromHash: null, toHash: sha256(KEPT), tokens: 5 },
    ]),
    db.context.updateMany({ where: { turnId: { in: line.turnIds } }, data: { treeHash: sha256(tree) } }),
    db.context.update({
      where: { turnId: line.turnIds[0] ?? '' },
      data: { toolCalls: { parts, calls: [] } },
    }),
    db.upload.create({
      data: {
        id: `up_${line.branchId}`,
        ownerId,
        conversationId: line.conversationId,
        path: 'notes/secret.md',
        hash: sha256(SECRET),
        bytes: 5,
      },
    }),
  ])
  const sources = [{ kind: 'file', conversationId: line.conversationId, path: 'notes/secret.md' }]
  await db.toolCall.updateMany({ where: { step: { ownerId } }, data: { sources } })
  for (const { id, toolCalls } of await db.context.findMany({ where: { turnId: { in: line.turnIds } } })) {
    const stored = storedContext.parse(toolCalls)
    const named = stored.parts.map((part) => (part.who === 'tool' ? { ...part, sources } : part))
    await db.context.update({ where: { id }, data: { toolCalls: { ...stored, parts: named } as object } })
  }
  return line
}

describe('an export made while turns are in the trash', () => {
  it('contains nothing of them that kept turns recalled, from this or a deleted conversation', async () => {
    const [from, to] = [await testDb(), await testDb()]
    const { db, ownerId } = from
    const here = await seedConversation(from, [
      { userText: 'Alpha.' },
      { userText: 'Beta.' },
      { userText: 'Gamma.' },
    ])
    const other = await seedConversation(from, [{ userText: 'Delta.' }])
    const [kept = '', gone = '', asking = ''] = here.turnIds
    const deleted = other.turnIds[0] ?? ''
    const hit = (rank: number, turnId: string, excerpt: string): RecallHit => ({
      ...{
        rank,
        kind: 'turn',
        refId: turnId,
        turnId,
        turnNumber: 1,
        conversationId: here.conversationId,
        contextId: null,
        at: AT.toISOString(),
      },
      ...{ score: 1, parts: { bm25: 1 }, excerpt, tokens: 3 },
    })
    const recall = {
      ...{
        id: 'rec_1',
        index: 0,
        source: 'think',
        request: { keywords: ['a'] },
        engine: 'bm25',
        ms: 2,
        note: 'said',
      },
      hits: [hit(1, kept, 'kept words'), hit(2, gone, 'forgotten words'), hit(3, deleted, 'deleted words')],
      nearMisses: [
        hit(4, kept, 'kept miss'),
        hit(5, gone, 'forgotten miss'),
        hit(6, deleted, 'deleted miss'),
      ],
    }
    await db.$transaction([
      ...recallOps(db, ownerId, { turnId: asking, stepId: null, recall, countTokens: () => 3, now: AT }),
      ...citationOps(
        db,
        asking,
        [kept, gone, deleted].map((refId) => ({ kind: 'turn' as const, refId, start: 0, end: 1 })),
      ),
    ])
    await trashParts(
      db,
      ownerId,
      [
        {
          trashId: 'trash_1',
          turnIds: [gone],
          trashed: { ...trashedWhole(here.conversationId), kind: 'turns', numbers: [2] },
        },
      ],
      AT,
      UNDO,
    )
    await trashConversation(db, ownerId, other.conversationId, 'trash_2', AT)
    const text = await exported(from)
    expect([text.includes('kept words'), text.includes('kept miss')]).toEqual([true, true])
    expect(
      ['forgotten words', 'deleted words', 'forgotten miss', 'deleted miss', 'Beta', 'Delta', deleted].filter(
        (one) => text.includes(one),
      ),
    ).toEqual([])
    expect(await importText(to, text)).toMatchObject({ added: 1, refused: 0 })
    expect([await to.db.recallHit.count(), await to.db.citation.count()]).toEqual([1, 1])
    await Promise.all([from.close(), to.close()])
  })
})

describe('an export made while something is written', () => {
  it('leaves out rows that name one which came too late, and can be imported', async () => {
    const [from, to] = [await testDb(), await testDb()]
    const { db, ownerId } = from
    const { conversationId, turnIds } = await withFiles(from)
    const turnId = turnIds[1] ?? ''
    const late = async () => {
      const step = await db.step.findFirstOrThrow({ where: { turnId } })
      await db.step.create({
        data: {
          ...step,
          id: 'step_late',
          index: 9,
          manifest: step.manifest ?? {},
          log: [],
          decision: undefined,
          error: undefined,
        } as never,
      })
      await db.toolCall.create({
        data: {
          id: 'call_late',
          stepId: 'step_late',
          index: 0,
          name: 'read_file',
          args: {},
          ok: true,
          resultHash: sha256(SECRET),
          ms: 1,
        },
      })
      await db.ledgerSection.create({
        data: { stepId: 'step_late', section: 'task', turnId, ownerId, tokens: 7 },
      })
      const recall = {
        id: 'rec_late',
        index: 0,
        source: 'think',
        request: {},
        engine: 'bm25',
        ms: 2,
        note: '',
        hits: [],
        nearMisses: [],
      }
      await db.$transaction(
        recallOps(db, ownerId, { turnId, stepId: 'step_late', recall, countTokens: () => 3, now: AT }),
      )
      await db.turn.create({
        data: {
          ...(await db.turn.findFirstOrThrow({ where: { id: turnId } })),
          id: 'turn_late',
          number: 3,
          parentId: turnId,
          clientMessageId: 'late',
          attachments: [],
          options: {},
          messages: undefined,
          plan: undefined,
          window: undefined,
          error: undefined,
        } as never,
      })
      await db.upload.create({
        data: {
          id: 'up_late',
          ownerId,
          conversationId,
          path: 'late.md',
          hash: sha256(KEPT),
          bytes: 5,
          usedByTurnId: 'turn_late',
        },
      })
    }
    let read = false
    const step = new Proxy(db.step, {
      get: (target, name) =>
        name === 'findMany'
          ? async (args: never) => {
              const rows = await target.findMany(args)
              if (!read) await late()
              read = true
              return rows
            }
          : Reflect.get(target, name),
    })
    const watched = new Proxy(db, {
      get: (target, name) => (name === 'step' ? step : Reflect.get(target, name)),
    })
    const report = await importText(to, await exported({ db: watched, ownerId }))
    expect([read, report.conversations.map((one) => one.reason), report.added]).toEqual([
      true,
      [undefined],
      1,
    ])
    expect([
      await to.db.step.count(),
      await to.db.toolCall.count(),
      await to.db.turn.count(),
      await to.db.recall.count(),
    ]).toEqual([2, 2, 2, 0])
    expect(await importText(to, await exported(from))).toMatchObject({ refused: 0 })
    await Promise.all([from.close(), to.close()])
  })
})
