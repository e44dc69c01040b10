import { describe, expect, it } from 'vitest'
import type { Db } from '../client'
import { clearSummaryJobs, plainSummaries, plainTurnIds, summaryJobCounts, summaryJobsOps } from '../imported-summaries'
import { claimJob, dueJobs, finishJobOps, jobOps } from '../jobs'
import { sourcesOfSummaries } from '../outside'
import { rollUpRowOps } from '../summaries'
import { seedConversation } from '../testing-seed'
import { type Contract, newOwner, seedLong, unique } from './fixture'

const NOW = new Date('2026-05-01T10:00:00.000Z')

/** A conversation of four turns with summaries: two without a model, one by a model, and one chatted here after the import. */
async function seed(db: Db, url: string, origin: string): Promise<{ ownerId: string; conversationId: string; plain: string[] }> {
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
  describe('summaries of imported turns', () => {
    it('are those without a model, of imports alone, not of what was chatted behind them, and not of what lies in the trash', async () => {
      const { db, url } = open()
      const { ownerId, conversationId, plain } = await seed(db, url, 'import:chatgpt')
      const native = await seed(db, url, 'native')
      expect(await plainSummaries(db, ownerId)).toEqual({ turns: 2, tokens: 4 })
      expect(await plainTurnIds(db, ownerId, '', 10)).toEqual(plain)
      expect(await plainTurnIds(db, ownerId, plain[0] ?? '', 10)).toEqual(plain.slice(1))
      expect(await plainSummaries(db, native.ownerId)).toEqual({ turns: 0, tokens: 0 })
      await db.conversation.update({ where: { id: conversationId }, data: { trashId: 'thrown' } })
      expect(await plainSummaries(db, ownerId)).toEqual({ turns: 0, tokens: 0 })
    })

    it('are asked for once each, come after every other job, and are counted until they are cleared', async () => {
      const { db, url } = open()
      const { ownerId, plain } = await seed(db, url, 'import:claude')
      for (let i = 0; i < 2; i++) await db.$transaction(summaryJobsOps(db, ownerId, plain, NOW))
      const late = new Date(NOW.getTime() + 60_000)
      await db.$transaction(jobOps(db, ownerId, [{ id: unique('job'), kind: 'title', key: 'late', payload: {} }], late))
      const due = (await dueJobs(db, late, 1_000)).filter((job) => job.ownerId === ownerId)
      expect(due.map((job) => job.kind)).toEqual(['title', 'imported-summary', 'imported-summary'])
      const done = due[1] && (await claimJob(db, due[1], 'worker', NOW))
      if (!done) throw new Error('not claimed')
      await db.$transaction(finishJobOps(db, done))
      expect(await summaryJobCounts(db, ownerId)).toEqual({ left: 1, over: 1, failed: 0 })
      await clearSummaryJobs(db, ownerId, 'waiting')
      expect(await summaryJobCounts(db, ownerId)).toEqual({ left: 0, over: 1, failed: 0 })
      await clearSummaryJobs(db, ownerId, 'over')
      expect(await db.job.count({ where: { ownerId } })).toBe(1)
    })
  })

  it('a roll-up is of imported text when one of its turns is imported, else of what one of them read', async () => {
    const { db } = open()
    const ownerId = await newOwner(db)
    const talk = await seedConversation(
      { db, ownerId },
      [1, 2, 3].map((n) => ({ userText: `Line ${n}`, summary: { text: `Sum ${n}` } })),
    )
    const row = { id: unique('rol'), branchId: talk.branchId, level: 1, from: 1, to: 3, contextId: null, text: 'All', insights: [], tokens: 1, status: 'model' as const }
    const parts = talk.contextIds.map((id) => `sum_${id}`)
    await db.$transaction(rollUpRowOps(db, ownerId, talk.conversationId, row, parts))
    const sources = async (owner = ownerId) => Object.fromEntries(await sourcesOfSummaries(db, owner, [row.id, ...parts]))
    const mark = (number: number, data: { importedAt?: Date; tainted?: boolean }) => db.turn.update({ where: { id: talk.turnIds[number - 1] ?? '' }, data })
    expect([await sources(), await sourcesOfSummaries(db, ownerId, [])]).toEqual([{}, new Map()])
    await mark(2, { tainted: true })
    expect(await sources()).toEqual({ [row.id]: 'read', [parts[1] ?? '']: 'read' })
    await mark(1, { importedAt: NOW })
    expect(await sources()).toEqual({ [row.id]: 'import', [parts[0] ?? '']: 'import', [parts[1] ?? '']: 'read' })
    expect(await sources('somebody')).toEqual({})
  })
}
