import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { touchOps } from '@/lib/db/files/workspace'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash, trashConversation, trashParts } from '@/lib/db/forget/trash'
import { listForgotten } from '@/lib/db/forget/trash-list'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { rollUpRowOps } from '@/lib/db/memory/summaries'
import { jobOps } from '@/lib/db/turns/jobs'
import { NO_PROMPT, stepOps } from '@/lib/db/turns/steps'
import type { Source } from '@/lib/shared/memory/source'
import { holding } from '../testing-holding'
import { type Seeded, seedConversation, seedFork } from '../testing-seed'
import { bareStep, type Contract, codeOf, newOwner, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)
const turn = (id = ''): Source => ({ kind: 'turn', id })

/** A turn's prompt as it is stored, made of these texts with their sources. */
async function prompt(db: Db, ownerId: string, turnId: string, items: [string, Source?][]): Promise<void> {
  const blobs = items.map(([text]) => blobOf(text, 1))
  const manifest = {
    ...NO_PROMPT,
    user: items.map(([text, source]) => ({
      ...{ section: 'window', hash: blobOf(text, 1).hash },
      ...(source ? { sources: [source] } : {}),
    })),
  }
  const sections = [{ section: 'window' as const, tokens: 5 }]
  await db.$transaction(
    stepOps(db, ownerId, bareStep(turnId, START, { index: 7, manifest, blobs, sections }), START),
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
  const turnIds = numbers.map((number) => talk.turnIds[number - 1] ?? '')
  const trashed = trashedParts(talk.conversationId, numbers)
  await trashParts(db, ownerId, [{ trashId, turnIds, trashed }], START, 30_000)
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
      await trashParts(db, ownerId, [{ trashId: unique('trash'), turnIds: [], trashed }], START, 30_000)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect([await holding(db, secret), await holding(db, path)]).toEqual([[], []])
      expect((await db.fileTouch.findMany({ where: { ownerId } })).map((touch) => touch.path)).toEqual([
        'b.md',
      ])
      const { treeHash } = await db.context.findFirstOrThrow({ where: { turnId: second } })
      expect(treeHash).toBe(tree(['b.md']).hash)
      expect(await db.blob.count({ where: { ownerId, hash: kept.hash } })).toBe(1)
    })
  })
}
