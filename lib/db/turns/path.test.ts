import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation, seedFork } from '@/lib/db/testing-seed'
import { type BranchPath, forkPath, OPEN_END, onPath, pathTo } from './path'

describe('a path', () => {
  it('is cut at a turn, and forks behind one', () => {
    const main: BranchPath = [['a', OPEN_END]]
    const fork = forkPath(main, 3, 'b')
    expect(fork).toEqual([
      ['a', 3],
      ['b', OPEN_END],
    ])
    expect(pathTo(fork, 5)).toEqual([
      ['a', 3],
      ['b', 5],
    ])
    expect(forkPath(main, 0, 'b')).toEqual([['b', OPEN_END]])
  })
})

describe('the turns of a path', () => {
  let at: TestDb
  beforeEach(async () => {
    at = await testDb()
  })
  afterEach(() => at.close())
  const texts = async (path: BranchPath, from?: number, to?: number) =>
    (
      await at.db.turn.findMany({
        where: { AND: [{ ownerId: at.ownerId }, onPath(path, from, to)] },
        orderBy: { number: 'asc' },
      })
    ).map((turn) => turn.userText)

  it('are those of each branch up to its number', async () => {
    const main = await seedConversation(at, [{ userText: '1' }, { userText: '2' }, { userText: '3' }])
    const fork = await seedFork(at, main, 1, [{ userText: '2b' }, { userText: '3b' }])
    expect(await texts(fork.path)).toEqual(['1', '2b', '3b'])
    expect(await texts(fork.path, 2, 2)).toEqual(['2b'])
    expect(await texts(main.path, 2)).toEqual(['2', '3'])
  })
  it('are none outside its numbers (an empty OR inside an AND would match every turn)', async () => {
    const main = await seedConversation(at, [{ userText: '1' }])
    expect(await texts(main.path, 5)).toEqual([])
    expect(await texts(main.path, 1, 0)).toEqual([])
    expect(await texts([])).toEqual([])
    expect(await at.db.turn.count({ where: { AND: [{ ownerId: at.ownerId }, { OR: [] }] } })).toBe(1)
  })
})
