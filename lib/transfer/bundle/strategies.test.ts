// @module-tag full
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trashConversation } from '@/lib/db/forget/trash'
import { replay, stateOf } from '@/lib/db/learning/log/state'
import { undoGroup } from '@/lib/db/learning/log/undo'
import { strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { learner, playbookBytes, seedStrategies } from '@/lib/db/testing-strategies'
import type { ExportedStrategy } from '@/lib/db/transfer/strategies'
import { exported, importText } from '@/lib/transfer/testing-import'

let from: TestDb
let to: TestDb
let turns: string[] = []
beforeEach(async () => {
  ;[from, to] = [await testDb(), await testDb()]
  turns = (await seedConversation(from, [{ userText: 'Back it up.' }, { userText: 'Again.' }], 'talk'))
    .turnIds
  const [first = ''] = await seedStrategies(from, {
    ...{ title: 'Test backups', content: 'Restore it once.', sources: turns, helpful: 3, harmful: 1 },
    ...{ pinned: true, domain: 'ops', tags: ['b', 'a'] },
  })
  await seedStrategies(from, {
    ...{
      title: 'Only here',
      content: 'Say it in Irish.',
      conversationId: 'talk',
      createdAt: '2026-01-02T03:04:05.000Z',
    },
    links: [{ to: first, relation: 'refines', weight: 0.5 }],
  })
  await seedStrategies(from, { title: 'Own', content: 'Measure twice.', status: 'retired' })
})
afterEach(async () => {
  await Promise.all([from.close(), to.close()])
})

const strategiesIn = (text: string) => JSON.parse(text).strategies as ExportedStrategy[]
const titles = (text: string) =>
  strategiesIn(text)
    .map(({ title }) => title)
    .sort()
/** Without ids, and without what every import sets. */
const plain = (text: string) => {
  const all = strategiesIn(text)
  const named = new Map(all.map(({ id, title }) => [id, title]))
  return all
    .map(({ id: _, slug: __, status: ___, untrusted: ____, sources, links, ...state }) => ({
      ...state,
      sources: sources.length,
      links: links.map((link) => ({ ...link, to: named.get(link.to) })),
    }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
}
const edited = (text: string, change: (strategies: ExportedStrategy[]) => void) => {
  const file = JSON.parse(text)
  change(file.strategies)
  return JSON.stringify(file)
}

describe('an export', () => {
  it('contains strategies with their links; of one conversation only its own', async () => {
    const text = await exported(from)
    expect(titles(text)).toEqual(['Only here', 'Own', 'Test backups'])
    const [backups] = strategiesIn(text).filter(({ title }) => title === 'Test backups')
    expect(backups).toMatchObject({ helpful: 3, harmful: 1, sources: turns.toSorted(), pinned: true })
    expect(titles(await exported(from, 'talk'))).toEqual(['Only here', 'Test backups'])
  })

  it('contains nothing from the trash', async () => {
    await from.db.turn.update({ where: { id: turns[0] ?? '' }, data: { trashId: 'trash_t' } })
    expect(JSON.stringify(strategiesIn(await exported(from)))).not.toContain(turns[0])
    await trashConversation(from.db, from.ownerId, 'talk', 'trash_c', new Date())
    expect(titles(await exported(from))).toEqual(['Own'])
  })
})

describe('an import', () => {
  it('brings strategies back once, with counters, to be approved; then the export is equal but for ids', async () => {
    const text = await exported(from)
    expect(await importText(to, text)).toMatchObject({ strategies: { added: 3, leftOut: 0 } })
    const rows = await strategiesOf(to.db, to.ownerId, await strategyIds(to.db, to.ownerId))
    expect([...rows.values()].map(({ status, untrusted }) => [status, untrusted])).toEqual(
      Array(3).fill(['proposed', true]),
    )
    expect(plain(await exported(to))).toEqual(plain(text))
    expect(await importText(to, text)).toMatchObject({ strategies: { added: 0, leftOut: 0 } })
    const log = await to.db.delta.findMany({ orderBy: { seq: 'asc' } })
    expect(playbookBytes(replay(log))).toBe(
      playbookBytes(new Map([...rows].map(([id, row]) => [id, stateOf(row)]))),
    )
    expect(log.map(({ by, op }) => `${by} ${op}`)).toEqual(Array(3).fill('import ADD'))
    await undoGroup(to.db, to.ownerId, log[0]?.groupId ?? '', learner({ by: 'person' }))
    expect(await strategyIds(to.db, to.ownerId)).toEqual([])
  })

  it('adds nothing where the file comes from', async () => {
    expect(await importText(from, await exported(from))).toMatchObject({
      strategies: { added: 0, leftOut: 0 },
    })
    expect(await from.db.strategy.count()).toBe(3)
  })

  it('leaves out secrets, what cannot be read, and what has no place here, and says how many', async () => {
    const text = edited(await exported(from), (strategies) => {
      const [one] = strategies.filter(({ title }) => title === 'Own')
      if (!one) throw new Error('missing')
      const another = (id: string, over: object) => ({ ...one, id, content: `Do ${id}.`, ...over })
      strategies.push(
        another('s1', { content: 'The password is hunter2!x.' }),
        another('s2', { sources: ['turn_of_nobody'] }),
        another('s3', { conversationId: 'conversation_of_nobody' }),
        another('s4', { helpful: 10 ** 12 }),
        another('s5', { content: 'measure  TWICE' }),
        another('s6', { status: 'active', untrusted: false, pinned: true }),
      )
      strategies.push(null as never)
    })
    expect(await importText(to, text)).toMatchObject({ strategies: { added: 4, leftOut: 5 } })
    expect(await to.db.strategy.count({ where: { status: { not: 'proposed' } } })).toBe(0)
  })
})
