import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import { deltasBefore } from '@/lib/db/learning/log/history'
import { replay, stateOf } from '@/lib/db/learning/log/state'
import { strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { learner, playbookBytes, seedStrategies } from '@/lib/db/testing-strategies'
import type { PlaybookChange } from '@/lib/shared/learning/playbook'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import type { Person } from '../caller'
import * as playbook from './playbook'
import { playbookHistory } from './playbook-history'
import { listPlaybook } from './playbook-list'

let at: TestDb
let who: Person
beforeEach(async () => {
  at = await testDb()
  who = { db: at.db, ownerId: at.ownerId, runtime: testRuntime() }
})
afterEach(() => at.close())

const TEXT: StrategyText = {
  ...{ section: 'ver', kind: 'guardrail', title: 'Test the backup', description: '' },
  ...{ content: 'Restore it **once** before you trust it.', tags: ['backup'], domain: 'ops' },
}
const add = async (over: Partial<StrategyText> = {}) => {
  await playbook.addStrategy(who, { ...TEXT, ...over })
  const { slug } = await at.db.strategy.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
  return one(slug)
}
const listed = async (search = '') => {
  const { lessons, proposed } = await listPlaybook(who, { search })
  return [...proposed, ...lessons]
}
async function one(slug: string) {
  const found = (await listed()).find((row) => row.slug === slug)
  if (!found) throw new Error(`${slug} is not listed`)
  return found
}
const slugs = async (search = '') => (await listed(search)).map(({ slug }) => slug)
const history = async (id: string | null = null) => (await playbookHistory(who, { id, before: null })).changes
const said = ({ op, by, fields }: PlaybookChange) =>
  [by, op, ...fields.map(({ field, before, after }) => `${field}: ${before} > ${after}`)].join(' ')

/** What the log rebuilds is what is stored. */
async function expectTrueLog() {
  const rows = await strategiesOf(at.db, at.ownerId, await strategyIds(at.db, at.ownerId))
  const log = await at.db.delta.findMany({ where: { ownerId: at.ownerId }, orderBy: { seq: 'asc' } })
  const stored = new Map([...rows].map(([id, row]) => [id, stateOf(row)]))
  expect(playbookBytes(replay(log))).toBe(playbookBytes(stored))
}

describe('a strategy of the person', () => {
  it('is added, edited, pinned, retired and restored; the history says each in words', async () => {
    const { id, slug } = await add()
    expect(await one('ver-00001')).toMatchObject({
      by: 'person',
      sources: [],
      status: 'active',
      domain: 'ops',
    })
    await playbook.editStrategy(who, { id, set: { title: 'Test backups', tags: ['backup', 'restore'] } })
    await playbook.changeStrategies(who, { act: 'pin', ids: [id] })
    await playbook.changeStrategies(who, { act: 'retire', ids: [id] })
    expect(await one(slug)).toMatchObject({ status: 'retired', pinned: false, title: 'Test backups' })
    await playbook.changeStrategies(who, { act: 'restore', ids: [id] })
    expect((await history(id)).map(said)).toEqual([
      'person UPDATE status: retired > active',
      'person UPDATE status: active > retired pinned: yes > no',
      'person UPDATE pinned: no > yes',
      'person UPDATE title: Test the backup > Test backups tags: backup > backup, restore',
      'person ADD',
    ])
    await expectTrueLog()
  })

  it('with a secret is refused, in any of its fields and when it is edited', async () => {
    const secrets: Partial<StrategyText>[] = [
      { content: 'The database password is hunter2!x.' },
      { title: 'Use sk-proj-abcdefghijklmnop1234' },
      { tags: ['AKIAIOSFODNN7EXAMPLE'] },
    ]
    for (const over of secrets)
      await expect(playbook.addStrategy(who, { ...TEXT, ...over })).rejects.toMatchObject({ code: 'invalid' })
    const { id } = await add({ title: 'The password of the server', content: 'Ask the team for it.' })
    await expect(playbook.editStrategy(who, { id, set: { content: 'hunter2!x' } })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await at.db.delta.count()).toBe(1)
  })

  it('is removed and comes back by undo, and the undo can be undone', async () => {
    const { id, slug } = await add()
    const removed = await playbook.changeStrategies(who, { act: 'remove', ids: [id] })
    expect(await slugs()).toEqual([])
    expect(await history()).toMatchObject([
      { op: 'REMOVE', strategy: { slug, exists: false }, undone: false },
      { op: 'ADD' },
    ])
    const undone = await playbook.undo(who, removed)
    expect(await slugs()).toEqual([slug])
    expect((await history(id)).map(({ undone }) => undone)).toEqual([false, true, false])
    await playbook.undo(who, undone)
    expect(await slugs()).toEqual([])
    expect((await history()).map(({ op, undone }) => [op, undone])).toEqual([
      ['REMOVE', false],
      ['ADD', true],
      ['REMOVE', false],
      ['ADD', false],
    ])
    await expectTrueLog()
  })

  it('of another person is neither read nor changed', async () => {
    const { id } = await add()
    await at.db.user.create({ data: { id: 'other', createdAt: new Date() } })
    const other = { ...who, ownerId: 'other' }
    const notFound = { code: 'not_found' }
    await expect(playbook.changeStrategies(other, { act: 'remove', ids: [id] })).rejects.toMatchObject(
      notFound,
    )
    await expect(playbookHistory(other, { id, before: null })).rejects.toMatchObject(notFound)
    await expect(playbook.undo(other, { seq: 1 })).rejects.toMatchObject(notFound)
    expect(await listPlaybook(other, { search: '' })).toMatchObject({ all: 0, lessons: [] })
  })
})

describe('what waits for approval', () => {
  it('is approved or rejected, several at once, and undone as one', async () => {
    const ids = await seedStrategies(
      at,
      { status: 'proposed' },
      { status: 'proposed' },
      { status: 'proposed' },
    )
    expect(await listPlaybook(who, { search: '' })).toMatchObject({ lessons: [], proposed: [{}, {}, {}] })
    await expect(
      playbook.changeStrategies(who, { act: 'restore', ids: [ids[0] ?? ''] }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    const approved = await playbook.changeStrategies(who, { act: 'approve', ids: ids.slice(0, 2) })
    expect((await history())[0]).toMatchObject({ group: 2, groupId: approved.groupId })
    await playbook.changeStrategies(who, { act: 'reject', ids: ids.slice(2) })
    const now = async () => (await listed()).map(({ status }) => status)
    expect(await now()).toEqual(['active', 'active'])
    await playbook.undo(who, approved)
    expect(await now()).toEqual(['proposed', 'proposed'])
    await expect(playbook.undo(who, approved)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the list', () => {
  it('is filtered by words, and always contains the strategy that is asked for', async () => {
    const { id, slug } = await add()
    await add({ section: 'heu', title: 'Ask first', content: 'Ask for the deadline.', domain: 'talk' })
    await playbook.changeStrategies(who, { act: 'retire', ids: [id] })
    expect(await slugs('DEADline ask')).toEqual(['heu-00002'])
    expect(await slugs('ver-0000')).toEqual([slug])
    const named = await listPlaybook(who, { search: 'deadline ask', strategy: slug })
    expect(named.lessons.map((row) => row.slug)).toEqual([slug, 'heu-00002'])
    expect(named).toMatchObject({ total: 2, all: 2, domains: ['ops', 'talk'] })
  })

  it('shows a flagged pair on both cards, until one of the two is kept', async () => {
    const [first, second] = [await add(), await add({ title: 'Trust the backup' })]
    const links = [{ to: first.id, relation: 'contradicts' as const, weight: 0.5 }]
    await learn(at.db, at.ownerId, [{ op: 'UPDATE', id: second.id, set: { links } }], learner())
    const opposites = async () => (await listed()).map((row) => row.opposites.map(({ slug }) => slug))
    expect(await opposites()).toEqual([[first.slug], [second.slug]])
    await playbook.changeStrategies(who, { act: 'retire', ids: [first.id] })
    expect(await opposites()).toEqual([[], []])
  })
})

it('the history comes in pages and shows each change once', async () => {
  const { id } = await add()
  for (let i = 0; i < 40; i++) await playbook.editStrategy(who, { id, set: { title: `Title ${i}` } })
  const first = await playbookHistory(who, { id: null, before: null })
  const second = await playbookHistory(who, { id: null, before: first.next })
  expect([...first.changes, ...second.changes].map(({ seq }) => seq)).toEqual(
    Array.from({ length: 41 }, (_, i) => 41 - i),
  )
  expect([first.changes.length, second.next]).toEqual([30, null])
  const { deltas } = await deltasBefore(at.db, 'other', { strategyId: id, before: null, most: 5 })
  expect(deltas).toEqual([])
})
