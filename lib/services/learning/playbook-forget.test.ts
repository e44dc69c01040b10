// @module-tag full
import { afterEach, describe, expect, it } from 'vitest'
import { bytesHold } from '@/lib/agent/testing-forget'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { learn } from '@/lib/db/learning/learn'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { holding } from '@/lib/db/testing-holding'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import { titleFor } from '@/lib/heuristics/titles/title'
import { testModels } from '@/lib/model/testing'
import { deleteConversation, forgetTurns, listForgotten, previewForget, undoForget } from '../forget/forget'
import * as playbook from './playbook'
import { playbookHistory } from './playbook-history'
import { listPlaybook } from './playbook-list'

let h: Hands
afterEach(() => h.close())

const WORD = 'Zephyrine'
/** The ids of real turns with these messages. */
async function said(...lines: string[]): Promise<string[]> {
  h = await byHand()
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  for (const line of lines) {
    h.runtime.advance(60_000)
    await h.say('c', line, { preset: 'auto' })
    await h.jobs.tick()
  }
  // As the app titles a conversation; the harness does not.
  await h.db.conversation.update({ where: { id: 'c' }, data: { title: titleFor(lines[0] ?? '') } })
  const turns = await h.db.turn.findMany({ orderBy: { number: 'asc' }, select: { id: true } })
  return turns.map(({ id }) => id)
}
const learned = async (sources: string[], content: string) =>
  (await seedStrategies(h, { sources, content, title: content, query: content }))[0] ?? ''
const shown = async () =>
  (await listPlaybook(h.caller, { search: '' })).lessons.map(
    ({ title, sources }) => `${title} (${sources.map(({ number }) => number).join()})`,
  )
const forget = (from: number, to = from) =>
  forgetTurns(h.caller, { conversationId: 'c', from, to, files: false })
const preview = async (from: number, to = from) =>
  (await previewForget(h.caller, { conversationId: 'c', from, to })).strategies
const purge = async () => {
  h.runtime.advance(31_000)
  await purgeTrash(h.db, h.runtime.now())
  return (await listForgotten(h.db, h.ownerId))[0]?.proof
}
const history = async () => (await playbookHistory(h.caller, { id: null, before: null })).changes

describe('forgetting a turn', () => {
  it('hides what was learned from it alone at once; undo brings it back, the purge leaves nothing', async () => {
    const [one = '', two = ''] = await said(`The ${WORD} service broke.`, 'How do I bake bread?')
    const id = await learned([one], `Watch the ${WORD} service.`)
    await learned([two], 'Weigh the flour.')
    await playbook.editStrategy(h.caller, { id, set: { title: `About ${WORD}` } })
    const removed = await learned([one], `Ask ${WORD} first.`)
    await playbook.changeStrategies(h.caller, { act: 'remove', ids: [removed] })
    expect([await preview(1), await preview(2), await preview(1, 2)]).toEqual([1, 1, 2])

    const { trashId } = await forget(1)
    expect(await shown()).toEqual(['Weigh the flour. (2)'])
    expect(JSON.stringify(await history())).not.toContain(WORD)
    await expect(playbook.changeStrategies(h.caller, { act: 'pin', ids: [id] })).rejects.toMatchObject({
      code: 'not_found',
    })
    await undoForget(h.caller, trashId)
    expect(await shown()).toEqual(['Weigh the flour. (2)', `About ${WORD} (1)`])

    await forget(1)
    expect(await purge()).toMatchObject({ counts: { lesson: 1 }, also: [], elsewhere: [] })
    expect([await holding(h.db, WORD), bytesHold(sqliteFile(h.url), WORD)]).toEqual([[], false])
    expect((await history()).map(({ op, strategy }) => [op, strategy?.slug ?? null])).toEqual([
      ['FORGET', null],
      ['FORGET', null],
      ['FORGET', null],
      ['ADD', 'heu-00002'],
      ['FORGET', null],
    ])
    const seqs = (await history()).map(({ seq }) => seq)
    await expect(playbook.undo(h.caller, { seq: seqs[0] ?? 0 })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('that only confirmed a strategy keeps it; the one with its words takes it along', async () => {
    const [one = '', two = ''] = await said('The staging server is slow.', 'It is slow again.')
    const id = await learned([one], 'Look at the disk.')
    const confirm = { op: 'UPDATE' as const, id, set: { sources: [one, two] } }
    await learn(h.db, h.ownerId, [confirm], learner({ turnId: two }))
    expect([await preview(1), await preview(2)]).toEqual([1, 0])
    await forget(2)
    expect(await shown()).toEqual(['Look at the disk. (1)'])
    expect((await purge())?.counts.strategy).toBeUndefined()
    expect(await shown()).toEqual(['Look at the disk. (1)'])
    await forget(1)
    expect(await shown()).toEqual([])
    expect(await purge()).toMatchObject({ counts: { lesson: 1 } })
    expect([await h.db.strategy.count(), await h.db.strategyUse.count()]).toEqual([0, 0])
  })

  it('takes along a strategy that was made from two turns, or rewritten with its words', async () => {
    const [one = '', two = '', three = ''] = await said('The mast leans.', `${WORD} leans.`, 'And the sail?')
    await learned([one, two], 'Look at the stays.')
    const id = await learned([three], 'Look at the sail.')
    const rewrite = { op: 'UPDATE' as const, id, set: { content: `Ask ${WORD} about the sail.` } }
    await learn(h.db, h.ownerId, [rewrite], learner({ turnId: two }))
    await forget(2)
    expect(await shown()).toEqual([])
    await purge()
    expect(await holding(h.db, WORD)).toEqual([])
    const again = await h.db.job.findMany({
      where: { key: { contains: '.without.' } },
      orderBy: { key: 'asc' },
    })
    expect(again.map(({ payload }) => payload)).toEqual(
      [one, three].map((turnId) => ({ turnId, only: 'learning' })),
    )
  })

  it('keeps the counters of a strategy that the turn used, and no link from it to the turn', async () => {
    const [one = '', two = ''] = await said('Tell me about bread.', 'And about flour?')
    const id = await learned([one], 'Weigh the flour.')
    const use = { strategyId: id, place: 'playbook' as const, rank: 0, parts: {}, cited: true, trial: false }
    await h.db.$transaction(usedOps(h.db, h.ownerId, two, [use], h.runtime.now()))
    await learn(h.db, h.ownerId, [{ op: 'TAG', id, turnId: two, tag: 'helpful' }], learner())
    await forget(2)
    await purge()
    const [tagged] = (await playbookHistory(h.caller, { id, before: null })).changes
    expect(tagged).toMatchObject({ op: 'TAG', tag: 'helpful', turn: null })
    expect((await listPlaybook(h.caller, { search: '' })).lessons[0]).toMatchObject({
      helpful: 1,
    })
  })
})

it('deleting a conversation takes along what was used in it alone', async () => {
  await said('Hello there')
  await seedStrategies(h, { title: WORD, content: `Say ${WORD}.`, conversationId: 'c' })
  const { trashId } = await deleteConversation(h.caller, 'c')
  expect([await shown(), JSON.stringify(await history())]).toEqual([[], '[]'])
  await undoForget(h.caller, trashId)
  expect(await shown()).toEqual([`${WORD} ()`])
  await deleteConversation(h.caller, 'c')
  await purge()
  expect(await holding(h.db, WORD)).toEqual([])
})

it('the proof names a strategy, a history and a verdict that still say what was forgotten', async () => {
  const sentence = `The ${WORD} service broke on Tuesday.`
  const [, two = ''] = await said(sentence, 'How do I bake bread?')
  await learned([two], sentence)
  await h.db.verdict.deleteMany({ where: { turnId: two } })
  await h.db.verdict.create({
    data: {
      ...{ turnId: two, ownerId: h.ownerId, label: 'success', confidence: 1, reasons: [sentence] },
      ...{ by: 'model' },
    },
  })
  await forget(1)
  expect((await purge())?.elsewhere.toSorted()).toEqual([
    'a strategy',
    'a verdict',
    'the history of a strategy',
  ])
})
