import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { touchOps } from '@/lib/db/files/workspace'
import { listForgotten } from '@/lib/db/forget/forgotten-list'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash, trashConversation, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { recallRows } from '@/lib/db/memory/graph-links'
import { recallOps, recallsOfTurns } from '@/lib/db/memory/recalls'
import { rollUpRowOps } from '@/lib/db/memory/summaries'
import { jobOps } from '@/lib/db/turns/jobs'
import { stepOps } from '@/lib/db/turns/steps'
import { fileId } from '@/lib/shared/memory/graph'
import type { Source } from '@/lib/shared/memory/source'
import { holding } from '../testing-holding'
import { type Seeded, seedConversation, seedFork } from '../testing-seed'
import { type Contract, codeOf, newOwner, seedLong, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)
const usage = {
  inputTokens: 1,
  cachedTokens: 0,
  outputTokens: 1,
  reasoningTokens: 0,
  estimated: false,
  costMicros: 0,
}

const turn = (id = ''): Source => ({ kind: 'turn', id })

/** A turn's prompt as it is stored, made of these texts with their sources. */
async function prompt(db: Db, ownerId: string, turnId: string, items: [string, Source?][]): Promise<void> {
  const blobs = items.map(([text]) => blobOf(text, 1))
  const step = {
    id: unique('step'),
    turnId,
    attempt: 1,
    index: 7,
    phase: 'act',
    round: null,
    role: 'fast',
    provider: 'p',
    model: 'm',
    promptVersion: '1',
  } as const
  const said = {
    text: '',
    reasoning: '',
    decision: null,
    retries: [],
    notices: [],
    finish: 'stop',
    error: null,
    tools: [],
  }
  const cost = {
    usage,
    estInputTokens: 1,
    estOutputTokens: 1,
    tries: [],
    startedAt: START,
    firstMs: null,
    totalMs: 1,
  }
  const manifest = {
    system: [],
    user: items.map(([text, source]) => ({
      ...{ section: 'window', hash: blobOf(text, 1).hash },
      ...(source ? { sources: [source] } : {}),
    })),
    exchanges: null,
    results: [],
    tools: null,
    dropped: {},
  }
  await db.$transaction(
    stepOps(
      db,
      ownerId,
      { ...step, ...said, ...cost, manifest, blobs, sections: [{ section: 'window', tokens: 5 }] },
      START,
    ),
  )
}

/**
 * Four turns, the second of which says `secret`; a roll-up over all and a prompt of the fourth rest on it.
 */
async function told(db: Db, ownerId: string, secret: string): Promise<Seeded> {
  const plain = (n: number) => ({
    userText: `Line ${n} of a long story.`,
    answer: 'I see.',
    summary: { text: `Sum ${n}` },
  })
  const talk = await seedConversation({ db, ownerId }, [
    plain(1),
    { userText: `My word is ${secret}.`, answer: `Noted: ${secret}.`, summary: { text: `Sum ${secret}` } },
    plain(3),
    plain(4),
  ])
  const row = {
    branchId: talk.branchId,
    level: 1,
    from: 1,
    to: 4,
    contextId: null,
    text: `All of ${secret}`,
    insights: [],
    tokens: 9,
    status: 'extractive' as const,
  }
  await db.$transaction(
    rollUpRowOps(
      db,
      ownerId,
      talk.conversationId,
      { ...row, id: unique('rol') },
      talk.contextIds.map((id) => `sum_${id}`),
    ),
  )
  await prompt(db, ownerId, talk.turnIds[3] ?? '', [
    [`--- turn=2 who=user\n| My word is ${secret}.`, turn(talk.turnIds[1])],
    ['--- turn=3 who=user\n| Line 3 of a long story.', turn(talk.turnIds[2])],
  ])
  return talk
}
const trashedParts = (conversationId: string, numbers: number[]) => ({
  ...trashedWhole(conversationId),
  kind: 'turns' as const,
  numbers,
})
const forget = async (
  db: Db,
  ownerId: string,
  talk: Seeded,
  numbers: number[],
  trashId = unique('trash'),
) => {
  await trashParts(
    db,
    ownerId,
    trashId,
    numbers.map((number) => talk.turnIds[number - 1] ?? ''),
    trashedParts(talk.conversationId, numbers),
    START,
    30_000,
  )
  return trashId
}

export function forgettingParts(open: Contract) {
  describe('forgotten turns', () => {
    it('leave their words in no table; their place, their figures and the other turns stay', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const secret = unique('zebra')
      const talk = await told(db, ownerId, secret)
      await prompt(db, ownerId, talk.turnIds[1] ?? '', [[`--- who=user\n| My word is ${secret}.`]])
      await db.$transaction(
        jobOps(
          db,
          ownerId,
          [
            {
              id: unique('job'),
              kind: 'summary',
              key: `${talk.turnIds[1]}.1`,
              payload: { turnId: talk.turnIds[1] },
            },
          ],
          START,
        ),
      )
      const trashId = await forget(db, ownerId, talk, [2])
      expect(await purgeTrash(db, later(29_000))).toBe(0)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await holding(db, secret)).toEqual([])
      const [tomb] = await db.turn.findMany({
        where: { id: talk.turnIds[1] ?? '' },
        include: { steps: { include: { sections: true } } },
      })
      expect(tomb).toMatchObject({
        number: 2,
        status: 'forgotten',
        userText: '',
        answer: '',
        trashId: null,
        steps: [{ text: '', estInputTokens: 1, sections: [{ tokens: 5 }] }],
      })
      expect(await holding(db, 'Line 3 of a long story.')).toEqual(['Turn', 'Blob'])
      expect((await listForgotten(db, ownerId, 9))[0]).toMatchObject({
        trashId,
        from: 2,
        to: 2,
        undoUntil: null,
        proof: {
          counts: { turn: 1, context: 1, summary: 1 },
          also: [],
          elsewhere: [],
        },
      })
      const jobs = await db.job.findMany({ where: { ownerId } })
      expect(jobs.map((job) => [job.kind, (job.payload as { turnId: string }).turnId])).toEqual([
        ['roll-up', talk.turnIds[3]],
      ])
    })

    it('stay in the prompts of a branch that holds another turn of that number, also where the text is the same', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const same = unique('zebra')
      const talk = await seedConversation({ db, ownerId }, [
        { userText: 'One.' },
        { userText: `Say ${same}.` },
        { userText: 'Three.' },
      ])
      const fork = await seedFork({ db, ownerId }, talk, 1, [
        { userText: `Say ${same}.` },
        { userText: 'Other three.' },
      ])
      const item = `--- turn=2 who=user\n| Say ${same}.`
      await prompt(db, ownerId, talk.turnIds[2] ?? '', [[item, turn(talk.turnIds[1])]])
      await prompt(db, ownerId, fork.turnIds[1] ?? '', [[item, turn(fork.turnIds[0])]])
      await forget(db, ownerId, talk, [2])
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      const hashOf = async (turnId = '') =>
        JSON.stringify((await db.step.findFirstOrThrow({ where: { turnId } })).manifest)
      expect(await hashOf(talk.turnIds[2])).not.toContain(blobOf(item, 1).hash)
      expect(await hashOf(fork.turnIds[1])).toContain(blobOf(item, 1).hash)
      // The proof names the turn that says it, not the one that quotes that turn.
      expect((await listForgotten(db, ownerId, 1))[0]?.proof?.also.map((turn) => turn.turnId)).toEqual(
        fork.turnIds.slice(0, 1),
      )
    })

    it('keep their own undo when their conversation is deleted and brought back', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const talk = await told(db, ownerId, unique('zebra'))
      const own = await forget(db, ownerId, talk, [2])
      const whole = unique('trash')
      await trashConversation(db, ownerId, talk.conversationId, whole, START)
      await restoreTrash(db, ownerId, whole)
      expect(
        (await db.turn.findMany({ where: { ownerId, trashId: { not: null } } })).map((turn) => [
          turn.number,
          turn.trashId,
        ]),
      ).toEqual([[2, own]])
      await trashConversation(db, ownerId, talk.conversationId, whole, START)
      expect(await purgeTrash(db, later(30_000))).toBe(2)
      expect(await db.turn.count({ where: { ownerId } })).toBe(0)
      expect(await codeOf(restoreTrash(db, ownerId, own))).toBe('not_found')
    })

    it('wait for a job that is at work on them', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const talk = await told(db, ownerId, unique('zebra'))
      await forget(db, ownerId, talk, [2])
      const job = {
        id: unique('job'),
        ownerId,
        kind: 'summary',
        key: unique('k'),
        payload: { turnId: talk.turnIds[1] ?? '' },
        status: 'running',
        runAfter: START,
      }
      await db.job.create({ data: job })
      expect(await purgeTrash(db, later(30_000))).toBe(0)
      await db.job.update({ where: { id: job.id }, data: { status: 'done' } })
      expect(await purgeTrash(db, later(30_000))).toBe(1)
    })

    it('are hidden from lists of roll-ups at once, and nobody else can bring them back', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const talk = await told(db, ownerId, unique('zebra'))
      const { rollUpRows } = await import('@/lib/db/memory/graph')
      const rollUps = () => rollUpRows(db, ownerId, talk.conversationId, { from: 1, to: 4 }, 9)
      expect(await rollUps()).toHaveLength(1)
      const trashId = await forget(db, ownerId, talk, [2])
      expect(await rollUps()).toEqual([])
      expect(await codeOf(restoreTrash(db, await newOwner(db), trashId))).toBe('not_found')
      await restoreTrash(db, ownerId, trashId)
      expect(await rollUps()).toHaveLength(1)
    })

    it('are named by the proof where another turn says the same, letter for letter on both databases', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const said = 'The boat lies in the Harbour of Leith today.'
      const talk = await seedConversation(
        { db, ownerId },
        [said, said.toLowerCase(), `I repeat: ${said}`].map((userText) => ({ userText })),
      )
      await forget(db, ownerId, talk, [1])
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      const [entry] = await listForgotten(db, ownerId, 1)
      expect(entry?.proof).toMatchObject({ also: [{ turnId: talk.turnIds[2] }], elsewhere: [] })
    })

    it('go out of 10,000', { tags: 'full' }, async () => {
      const { db, url } = open()
      const ownerId = await newOwner(db)
      const { conversationId, leafId } = await seedLong(db, url, ownerId, 10_000)
      const turns = await db.turn.findMany({
        where: { ownerId, number: { lte: 500 } },
        select: { id: true, number: true },
      })
      await trashParts(
        db,
        ownerId,
        unique('trash'),
        turns.map((turn) => turn.id),
        trashedParts(
          conversationId,
          turns.map((turn) => turn.number),
        ),
        START,
        30_000,
      )
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await db.turn.count({ where: { ownerId, status: 'forgotten' } })).toBe(500)
      expect(await db.turn.findFirst({ where: { id: leafId, status: 'completed' } })).toBeTruthy()
    })
  })

  describe('a forgotten file', () => {
    it('leaves no version, path or excerpt; the same text under another name stays', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const [secret, path] = [unique('zebra'), `${unique('path')}.md`]
      const talk = await seedConversation({ db, ownerId }, [
        { userText: 'Write it.' },
        { userText: 'Go on.' },
      ])
      const [first = '', second = ''] = talk.turnIds
      const [old, kept] = [
        blobOf(`The old treasure ${secret} is here.`, 1),
        blobOf('The same words twice here.', 1),
      ]
      const tree = (paths: string[]) =>
        blobOf(
          JSON.stringify({
            files: Object.fromEntries(
              paths.map((name) => [name, { hash: kept.hash, bytes: 1, tokens: 1, version: 2, turn: 2 }]),
            ),
            state: {},
          }),
          1,
        )
      await db.$transaction([
        ...putBlobs(db, ownerId, [old, kept, tree([path, 'b.md'])], START),
        ...touchOps(db, ownerId, first, [{ path, op: 'write', fromHash: null, toHash: old.hash, tokens: 1 }]),
        ...touchOps(db, ownerId, second, [
          { path, op: 'edit', fromHash: old.hash, toHash: kept.hash, tokens: 1 },
          { path: 'b.md', op: 'write', fromHash: null, toHash: kept.hash, tokens: 1 },
        ]),
        db.context.update({ where: { turnId: second }, data: { treeHash: tree([path, 'b.md']).hash } }),
      ])
      const file = (path: string): Source => ({ kind: 'file', conversationId: talk.conversationId, path })
      await prompt(db, ownerId, second, [
        [`--- file=${path} bytes=9 version=1\n| The old treasure ${secret} is here.`, file(path)],
        ['--- file=b.md bytes=9 version=1\n| The same words twice here.', file('b.md')],
      ])
      const trashed = {
        ...trashedWhole(talk.conversationId),
        kind: 'file' as const,
        files: [{ path, hashes: [old.hash, kept.hash] }],
      }
      await trashParts(db, ownerId, unique('trash'), [], trashed, START, 30_000)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect([await holding(db, secret), await holding(db, path)]).toEqual([[], []])
      expect((await db.fileTouch.findMany({ where: { ownerId } })).map((touch) => touch.path)).toEqual([
        'b.md',
      ])
      const { treeHash } = await db.context.findFirstOrThrow({ where: { turnId: second } })
      expect(treeHash).toBe(tree(['b.md']).hash)
      expect(await db.blob.count({ where: { ownerId, hash: kept.hash } })).toBe(1)
    })

    it('takes excerpts of messages of turns that wrote it, and none of other files or turns', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const talk = await seedConversation(
        { db, ownerId },
        ['Write both.', 'Something else.', 'Well?'].map((userText) => ({ userText })),
      )
      const { conversationId } = talk
      const [wrote = '', other = '', asker = ''] = talk.turnIds
      const text = blobOf('The wifi password is kept here.', 1)
      const touch = { op: 'write' as const, fromHash: null, toHash: text.hash, tokens: 1 }
      const hit = (rank: number, kind: 'turn' | 'file', turnId: string, refId: string) => ({
        ...{ rank, kind, refId, turnId, turnNumber: 1, conversationId, contextId: null, at: '' },
        ...{ score: 1, parts: {}, excerpt: `Excerpt ${rank}`, tokens: 1 },
      })
      const hits = [
        hit(1, 'turn', wrote, wrote),
        hit(2, 'turn', other, other),
        hit(3, 'file', wrote, `${conversationId}:b.md`),
      ]
      const recall = {
        ...{ id: unique('rec'), index: 0, source: 'think', request: {}, engine: 'bm25', ms: 1, note: '' },
        ...{ hits, nearMisses: hits },
      }
      await db.$transaction([
        ...putBlobs(db, ownerId, [text], START),
        ...touchOps(db, ownerId, wrote, [
          { path: 'a.md', ...touch },
          { path: 'b.md', ...touch },
        ]),
        ...recallOps(db, ownerId, { turnId: asker, stepId: null, recall, countTokens: () => 1, now: START }),
      ])
      const shown = async () => {
        const [one] = (await recallsOfTurns(db, ownerId, [asker])).get(asker) ?? []
        return [one?.recall.hits, one?.recall.nearMisses].map((some) => some?.map(({ excerpt }) => excerpt))
      }
      const all = ['Excerpt 1', 'Excerpt 2', 'Excerpt 3']
      const left = ['(forgotten)', 'Excerpt 2', 'Excerpt 3']
      expect(await shown()).toEqual([all, all])
      const trashed = {
        ...trashedWhole(conversationId),
        ...{ kind: 'file' as const, files: [{ path: 'a.md', hashes: [text.hash] }] },
      }
      await trashParts(db, ownerId, unique('trash'), [], trashed, START, 30_000)
      expect(await shown()).toEqual([left, left])
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await shown()).toEqual([left, left.slice(1)])
      expect(await holding(db, 'Excerpt 1')).toEqual([])
    })

    it('is linked to who recalled it as long as it lives: whatever wrote it is forgotten, until the file or its conversation is', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const [talk, other] = [
        await seedConversation({ db, ownerId }, [{ userText: 'Write it.' }, { userText: 'Go on.' }]),
        await seedConversation({ db, ownerId }, [{ userText: 'Well?' }]),
      ]
      const [wrote = '', asker = ''] = [talk.turnIds[0], other.turnIds[0]]
      const [path, text] = ['notes.md', blobOf('The wifi password is kept here.', 1)]
      const refId = `${talk.conversationId}:${path}`
      const place = {
        turnId: wrote,
        turnNumber: 1,
        conversationId: talk.conversationId,
        contextId: null,
        at: '',
      }
      const hit = {
        rank: 1,
        kind: 'file' as const,
        refId,
        ...place,
        score: 1,
        parts: {},
        excerpt: 'The wifi password is kept here.',
        tokens: 6,
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
      await db.$transaction([
        ...putBlobs(db, ownerId, [text], START),
        ...touchOps(db, ownerId, wrote, [
          { path, op: 'write', fromHash: null, toHash: text.hash, tokens: 1 },
        ]),
        ...recallOps(db, ownerId, { turnId: asker, stepId: null, recall, countTokens: () => 1, now: START }),
      ])
      const linked = async () => {
        const [asked, given] = [
          await recallRows(db, ownerId, [asker]),
          await recallRows(db, ownerId, [wrote]),
        ]
        const inChat =
          (await recallsOfTurns(db, ownerId, [asker])).get(asker)?.flatMap((one) => one.recall.hits) ?? []
        return [
          asked.map((row) => row.node),
          given.map((row) => row.from),
          inChat.map((one) => [one.refId, one.turnId, one.excerpt]),
        ]
      }
      const by = (turnId: string | null) => [
        [fileId(talk.conversationId, path)],
        [asker],
        [[refId, turnId, hit.excerpt]],
      ]
      const none = [[], [], []]
      expect(await linked()).toEqual(by(wrote))
      await forget(db, ownerId, talk, [1])
      expect(await linked()).toEqual(by(null))
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await linked()).toEqual(by(null))

      const trashed = {
        ...trashedWhole(talk.conversationId),
        kind: 'file' as const,
        files: [{ path, hashes: [text.hash] }],
      }
      const trashId = unique('trash')
      await trashParts(db, ownerId, trashId, [], trashed, START, 30_000)
      expect(await linked()).toEqual(none)
      await restoreTrash(db, ownerId, trashId)
      expect(await linked()).toEqual(by(null))
      await trashConversation(db, ownerId, talk.conversationId, unique('trash'), START, 30_000)
      expect(await linked()).toEqual(none)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await db.recallHit.count({ where: { refId } })).toBe(0)
    })
  })
}
