import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { blankManifest } from '@/lib/db/forget/forgotten'
import { listForgotten } from '@/lib/db/forget/forgotten-list'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { allTrashed, restoreTrash, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { visibleTo } from '@/lib/db/forget/visible'
import {
  clearImportedWork,
  countOpenTurns,
  importedWorkCounts,
  importedWorkOps,
  openTurnIds,
} from '@/lib/db/memory/imported-work'
import { sourcesOfSummaries, whollyImported } from '@/lib/db/memory/outside'
import { rollUpRowOps } from '@/lib/db/memory/summaries'
import { importsHere, touchedBy, trashImported } from '@/lib/db/transfer/import-removal'
import { claimJob, dueJobs, finishJobOps, giveUpJob, IMPORTED_SUMMARY, jobOps } from '@/lib/db/turns/jobs'
import { manifestSchema } from '@/lib/db/turns/steps'
import { holding } from '../testing-holding'
import { type Seeded, seedConversation, seedFork } from '../testing-seed'
import { type Contract, codeOf, newOwner, seedLong, unique } from './fixture'

const NOW = new Date('2026-05-01T10:00:00.000Z')

/**
 * A conversation of four turns with summaries: two without a model, one by a model, and one chatted here
 * after the import.
 */
async function seed(
  db: Db,
  url: string,
  origin: string,
): Promise<{ ownerId: string; conversationId: string; plain: string[] }> {
  const ownerId = await newOwner(db)
  const { conversationId } = await seedLong(db, url, ownerId, 4)
  await db.conversation.update({ where: { id: conversationId }, data: { origin } })
  const turns = await db.turn.findMany({ where: { conversationId }, orderBy: { number: 'asc' } })
  await db.turn.updateMany({ where: { conversationId, number: { lt: 4 } }, data: { attempt: 0 } })
  const data = turns.map(({ id, branchId, number }) => ({
    id: unique('sum'),
    ownerId,
    conversationId,
    branchId,
    level: 0,
    fromNumber: number,
    toNumber: number,
    contextId: `ctx_${id}`,
    text: 'A summary.',
    insights: [],
    tokens: 3,
    status: number === 2 ? 'model' : 'extractive',
  }))
  await db.summary.createMany({ data })
  return { ownerId, conversationId, plain: [turns[0]?.id ?? '', turns[2]?.id ?? ''].sort() }
}

export function importing(open: Contract) {
  describe('imported turns', () => {
    it('are those without a model, of imports alone, not of what was chatted behind them, and not of what lies in the trash', async () => {
      const { db, url } = open()
      const { ownerId, conversationId, plain } = await seed(db, url, 'import:chatgpt')
      const native = await seed(db, url, 'native')
      expect(await countOpenTurns(db, ownerId, 'summaries')).toEqual({
        turns: 2,
        userTokens: 2,
        answerTokens: 2,
      })
      expect(await openTurnIds(db, ownerId, 'summaries', '', 10)).toEqual(plain)
      expect(await openTurnIds(db, ownerId, 'summaries', plain[0] ?? '', 10)).toEqual(plain.slice(1))
      expect(await countOpenTurns(db, native.ownerId, 'summaries')).toEqual({
        turns: 0,
        userTokens: 0,
        answerTokens: 0,
      })
      await db.conversation.update({ where: { id: conversationId }, data: { trashId: 'thrown' } })
      expect(await countOpenTurns(db, ownerId, 'summaries')).toEqual({
        turns: 0,
        userTokens: 0,
        answerTokens: 0,
      })
    })

    it('are asked for once each, come after every other job, and are counted until they are cleared', async () => {
      const { db, url } = open()
      const { ownerId, plain } = await seed(db, url, 'import:claude')
      for (let i = 0; i < 2; i++) await db.$transaction(importedWorkOps(db, ownerId, 'summaries', plain, NOW))
      const late = new Date(NOW.getTime() + 60_000)
      await db.$transaction(
        jobOps(db, ownerId, [{ id: unique('job'), kind: 'title', key: 'late', payload: {} }], late),
      )
      const due = (await dueJobs(db, late, 1_000, [IMPORTED_SUMMARY])).filter(
        (job) => job.ownerId === ownerId,
      )
      expect(due.map((job) => job.kind)).toEqual(['title', 'imported-summary', 'imported-summary'])
      const done = due[1] && (await claimJob(db, due[1], 'worker', NOW))
      if (!done) throw new Error('not claimed')
      await db.$transaction(finishJobOps(db, done))
      expect(await importedWorkCounts(db, ownerId, 'summaries')).toEqual({ left: 1, over: 1, failed: 0 })
      await clearImportedWork(db, ownerId, 'summaries', 'waiting')
      expect(await importedWorkCounts(db, ownerId, 'summaries')).toEqual({ left: 0, over: 1, failed: 0 })
      await clearImportedWork(db, ownerId, 'summaries', 'over')
      expect(await db.job.count({ where: { ownerId } })).toBe(1)
    })

    it('are read for facts once: a turn that was read stays read, one that failed can be asked for again', async () => {
      const { db, url } = open()
      const { ownerId } = await seed(db, url, 'import:claude')
      const ids = await openTurnIds(db, ownerId, 'facts', '', 10)
      expect(ids).toHaveLength(3)
      await db.$transaction(importedWorkOps(db, ownerId, 'facts', ids, NOW))
      const [first, second] = (await dueJobs(db, NOW, 1_000, [])).filter((job) => job.ownerId === ownerId)
      if (!first || !second) throw new Error('not due')
      const [done, failed] = [
        await claimJob(db, first, 'worker', NOW),
        await claimJob(db, second, 'worker', NOW),
      ]
      if (!done || !failed) throw new Error('not claimed')
      await db.$transaction(finishJobOps(db, done))
      await giveUpJob(db, failed, { code: 'internal', message: 'No.' })
      expect(await importedWorkCounts(db, ownerId, 'facts')).toEqual({ left: 1, over: 2, failed: 1 })
      await clearImportedWork(db, ownerId, 'facts', 'over')
      expect(await importedWorkCounts(db, ownerId, 'facts')).toEqual({ left: 1, over: 1, failed: 0 })
      expect(await openTurnIds(db, ownerId, 'facts', '', 10)).toEqual(ids.filter((id) => id !== done.key))
    })
  })

  it('a roll-up is of imported text when one of its turns is imported, else of what one of them read', async () => {
    const { db } = open()
    const ownerId = await newOwner(db)
    const talk = await seedConversation(
      { db, ownerId },
      [1, 2, 3].map((n) => ({ userText: `Line ${n}`, summary: { text: `Sum ${n}` } })),
    )
    const row = {
      id: unique('rol'),
      branchId: talk.branchId,
      level: 1,
      from: 1,
      to: 3,
      contextId: null,
      text: 'All',
      insights: [],
      tokens: 1,
      status: 'model' as const,
    }
    const parts = talk.contextIds.map((id) => `sum_${id}`)
    await db.$transaction(rollUpRowOps(db, ownerId, talk.conversationId, row, parts))
    const sources = async (owner = ownerId) =>
      Object.fromEntries(await sourcesOfSummaries(db, owner, [row.id, ...parts]))
    const mark = (number: number, data: { importedAt?: Date; tainted?: boolean }) =>
      db.turn.update({ where: { id: talk.turnIds[number - 1] ?? '' }, data })
    expect([await sources(), await sourcesOfSummaries(db, ownerId, [])]).toEqual([{}, new Map()])
    await mark(2, { tainted: true })
    expect(await sources()).toEqual({ [row.id]: 'read', [parts[1] ?? '']: 'read' })
    await mark(1, { importedAt: NOW })
    expect(await sources()).toEqual({
      [row.id]: 'import',
      [parts[0] ?? '']: 'import',
      [parts[1] ?? '']: 'read',
    })
    expect(await sources('somebody')).toEqual({})
    const wholly = async (owner = ownerId) =>
      [...(await whollyImported(db, owner, [row.id, ...parts]))].sort()
    expect([await wholly(), await whollyImported(db, ownerId, [])]).toEqual([[parts[0]], new Set()])
    for (const number of [2, 3]) await mark(number, { importedAt: NOW })
    expect([await wholly(), await wholly('somebody')]).toEqual([[row.id, ...parts].sort(), []])
  })

  describe('what an import brought', () => {
    /** Enough for a purge in several steps, and for what needs only some. */
    const [COUNT, FEW] = [25, 7]
    /**
     * Conversations of an import that hold `secret`, one of them with a forgotten turn, and one that was
     * chatted here and whose prompt quotes the last of them.
     */
    async function brought(db: Db, secret: string, count = FEW) {
      const ownerId = await newOwner(db)
      const talks: Seeded[] = []
      for (let i = 0; i < count; i++)
        talks.push(
          await seedConversation(
            { db, ownerId },
            [1, 2].map((n) => ({ userText: `${secret} ${i} ${n}.`, summary: { text: `Sum ${secret}` } })),
          ),
        )
      await db.turn.updateMany({ where: { ownerId }, data: { importedAt: NOW } })
      const own = await seedConversation({ db, ownerId }, [
        { userText: 'What did I say?' },
        { userText: 'And else?' },
      ])
      const quoted = talks.at(-1)?.conversationId ?? ''
      const blob = blobOf(`--- conversation=${quoted} turn=1 who=user\n| ${secret} ${count - 1} 1.`, 1)
      await db.$transaction(putBlobs(db, ownerId, [blob], NOW))
      const turnId = own.turnIds[0] ?? ''
      const manifest = {
        system: [],
        user: [
          {
            section: 'window',
            hash: blob.hash,
            sources: [{ kind: 'turn', id: talks.at(-1)?.turnIds[0] ?? '' }],
          },
        ],
        exchanges: null,
        tools: null,
        dropped: {},
      }
      const step = {
        phase: 'act',
        role: 'fast',
        provider: 'p',
        model: 'm',
        promptVersion: '1',
        text: '',
        finish: 'stop',
        estInputTokens: 0,
        estOutputTokens: 0,
        tries: [],
      }
      await db.step.create({
        data: {
          ...step,
          id: unique('step'),
          ownerId,
          turnId,
          attempt: 1,
          index: 1,
          manifest,
          startedAt: NOW,
          totalMs: 1,
        },
      })
      const data = { text: `First line\n${quoted}: ${secret}` }
      await db.event.createMany({
        data: own.turnIds.map((id, i) => ({
          turnId: id,
          attempt: 1,
          seq: i + 1,
          type: 'recall',
          data: i ? { text: 'Other.' } : data,
        })),
      })
      return { ownerId, talks, own }
    }
    const remove = (db: Db, ownerId: string, talks: Seeded[], trashId: string) =>
      trashImported(
        db,
        ownerId,
        { trashId, conversationIds: talks.map((talk) => talk.conversationId), cited: [] },
        NOW,
        30_000,
      )

    it('is known by when it began: what it began, what it joined, and what somebody went on with', async () => {
      const { db } = open()
      const { ownerId, talks, own } = await brought(db, unique('zebra'))
      const [a, b, c] = talks
      await db.turn.update({ where: { id: a?.turnIds[1] ?? '' }, data: { importedAt: null } })
      await db.turn.update({ where: { id: b?.turnIds[0] ?? '' }, data: { importedAt: new Date(0) } })
      await db.turn.update({ where: { id: c?.turnIds[0] ?? '' }, data: { status: 'forgotten' } })
      const touched = new Map((await touchedBy(db, ownerId, NOW)).map(({ id, ...row }) => [id, row]))
      expect(touched.size).toBe(FEW)
      expect(touched.get(a?.conversationId ?? '')).toEqual({ first: true, brought: 1, later: true, turns: 2 })
      expect(touched.get(b?.conversationId ?? '')).toEqual({
        first: false,
        brought: 1,
        later: true,
        turns: 2,
      })
      expect(touched.get(c?.conversationId ?? '')).toEqual({
        first: true,
        brought: 1,
        later: false,
        turns: 1,
      })
      expect(touched.has(own.conversationId)).toBe(false)
      expect(await touchedBy(db, await newOwner(db), NOW)).toEqual([])
    })

    it('is listed by when it began with what a removal takes, under its own file where it is known, the newest first', async () => {
      const { db } = open()
      const { ownerId, talks } = await brought(db, unique('zebra'))
      const [older, newer] = [new Date(NOW.getTime() - 60_000), new Date(NOW.getTime() + 60_000)]
      const ids = talks.map((talk) => talk.conversationId)
      const mark = (
        some: string[],
        data: { importedAt?: Date; importedFile?: string | null; origin?: string; trashId?: string },
      ) => db.conversation.updateMany({ where: { id: { in: some } }, data })
      await mark(ids, { importedAt: NOW, importedFile: 'here.json', origin: 'import:chatgpt' })
      // Imported elsewhere before, the second at the very time of the import here; thrown away; from before
      // dates were kept.
      await mark(ids.slice(0, 1), { importedAt: older, importedFile: 'there.json', origin: 'import:claude' })
      await mark(ids.slice(1, 2), { importedFile: 'there.json', origin: 'import:claude' })
      await db.turn.updateMany({ where: { conversationId: ids[1] }, data: { importedAt: newer } })
      await mark(ids.slice(2, 3), { trashId: 'thrown' })
      await db.conversation.update({ where: { id: ids[3] }, data: { importedAt: null } })
      await db.turn.updateMany({ where: { conversationId: ids[3] }, data: { importedAt: older } })
      // Its first message was edited, and it was continued.
      await seedFork({ db, ownerId }, talks[4] as Seeded, 0, [{ userText: 'Mine.' }])
      const fork = await seedFork({ db, ownerId }, talks[5] as Seeded, 0, [
        { userText: 'Another first message.' },
      ])
      await db.turn.update({ where: { id: fork.turnIds[0] ?? '' }, data: { importedAt: NOW } })
      const listed = await importsHere(db, ownerId, 9)
      expect(listed).toEqual([
        { at: newer, file: null, origin: 'import:mneme', conversations: 1 },
        { at: NOW, file: 'here.json', origin: 'import:chatgpt', conversations: FEW - 3 },
      ])
      for (const { at, conversations } of listed)
        expect((await touchedBy(db, ownerId, at)).filter((one) => one.first)).toHaveLength(conversations)
      expect(await importsHere(db, ownerId, 1)).toEqual(listed.slice(0, 1))
      expect(await importsHere(db, await newOwner(db), 9)).toEqual([])
    })

    it('goes as one entry, comes back as it was, and is purged with every trace of it', async () => {
      const { db } = open()
      const secret = unique('zebra')
      const { ownerId, talks, own } = await brought(db, secret, COUNT)
      const [trashId, forgotten, first] = [unique('trash'), unique('trash'), talks[0]]
      const part = { ...trashedWhole(first?.conversationId ?? ''), kind: 'turns' as const, numbers: [2] }
      await trashParts(db, ownerId, forgotten, [first?.turnIds[1] ?? ''], part, NOW, 60_000)
      const ids = talks.map((talk) => talk.conversationId).sort()
      const changes = async (rev: number) =>
        (await changesSince(db, ownerId, rev)).map(({ kind, op, refId }) => `${kind} ${op} ${refId}`).sort()
      const listed = async () =>
        (await db.conversation.findMany({ where: { ownerId, trashId: null } })).length

      let rev = await memoryRev(db, ownerId)
      await remove(db, ownerId, talks, trashId)
      expect(await changes(rev)).toEqual(ids.map((id) => `conversation del ${id}`))
      expect([
        await listed(),
        await db.turn.count({ where: { ownerId, trashId: null } }),
        await db.trash.count({ where: { ownerId } }),
      ]).toEqual([1, 2, 2])
      expect((await allTrashed(db, ownerId)).map((one) => one.whole.length).sort()).toEqual([0, COUNT])
      const { hash } = await db.blob.findFirstOrThrow({
        where: { ownerId, text: { startsWith: '--- conversation=' } },
      })
      const { isGone } = await visibleTo(db, ownerId)
      const prompt = await db.step.findFirstOrThrow({ where: { turnId: own.turnIds[0] ?? '', index: 1 } })
      expect(blankManifest(manifestSchema.parse(prompt.manifest), isGone).user[0]?.hash).not.toBe(hash)

      rev = await memoryRev(db, ownerId)
      expect(await codeOf(restoreTrash(db, await newOwner(db), trashId))).toBe('not_found')
      await restoreTrash(db, ownerId, trashId)
      expect(await changes(rev)).toEqual(ids.map((id) => `conversation put ${id}`))
      expect([
        await listed(),
        (await db.turn.findMany({ where: { ownerId, trashId: { not: null } } })).map((turn) => turn.trashId),
      ]).toEqual([COUNT + 1, [forgotten]])

      await remove(db, ownerId, talks, trashId)
      expect(await purgeTrash(db, new Date(NOW.getTime() + 60_000))).toBe(2)
      expect(await holding(db, secret)).toEqual([])
      expect(
        (await db.turn.findMany({ where: { ownerId }, orderBy: { number: 'asc' } })).map((turn) => turn.id),
      ).toEqual(own.turnIds)
      expect(await db.event.count({ where: { turn: { ownerId } } })).toBe(0)
      const [entry] = (await listForgotten(db, ownerId, 9)).filter((one) => one.kind === 'imported')
      expect(entry).toMatchObject({
        undoUntil: null,
        proof: { counts: { conversation: COUNT, turn: COUNT * 2 }, also: [], elsewhere: [] },
      })
      expect(await codeOf(restoreTrash(db, ownerId, trashId))).toBe('not_found')
    })
  })
}
