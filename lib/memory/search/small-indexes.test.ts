import { expect, it, vi } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { seedConversation } from '@/lib/db/testing-seed'
import { searchMemory } from './search'
import { rebuilt } from './small-indexes'

const db = {} as Db

it('is built once for callers that come together, and again after a change', async () => {
  let builds = 0
  const read = rebuilt('test-rebuilt-once', async () => ++builds)
  expect(await Promise.all([read(db, 'ann', 1), read(db, 'ann', 1), read(db, 'ann', 1)])).toEqual([1, 1, 1])
  expect([await read(db, 'ann', 1), await read(db, 'ann', 2), await read(db, 'ben', 2)]).toEqual([1, 2, 3])
})

it('is tried again after a failure', async () => {
  let builds = 0
  const read = rebuilt('test-rebuilt-again', async () => {
    if (++builds === 1) throw new Error('busy')
    return builds
  })
  await expect(read(db, 'ann', 1)).rejects.toThrow('busy')
  expect(await read(db, 'ann', 1)).toBe(2)
})

it('says of a fact that it is coming until its day, though nothing is stored on that day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T12:00:00Z') })
  const at = await testDb()
  const talk = await seedConversation(at, [
    { userText: 'I live in Graz.' },
    { userText: 'I will live in York from 1 July.' },
  ])
  await at.db.turn.updateMany({ data: { options: { timeZone: 'America/Los_Angeles' } } })
  await seedFact(at, talk, 1, ['user', 'lives in', 'Graz'])
  const york = await seedFact(at, talk, 2, ['user', 'lives in', 'York'])
  await at.db.fact.update({ where: { id: york }, data: { validFrom: new Date('2026-07-01') } })
  const found = async () =>
    (await searchMemory(at.db, at.ownerId, { text: 'lives in', kinds: ['fact'] })).hits
      .map(({ excerpt, coming, until }) => [/Graz|York/.exec(excerpt.text)?.[0], coming, until?.slice(0, 10)])
      .sort()
  const before = [
    ['Graz', undefined, undefined],
    ['York', true, undefined],
  ]
  expect(await found()).toEqual(before)
  // It is still June in Los Angeles.
  vi.setSystemTime('2026-07-01T03:00:00Z')
  expect(await found()).toEqual(before)
  vi.setSystemTime('2026-07-01T08:00:00Z')
  expect(await found()).toEqual([
    ['Graz', undefined, '2026-07-01'],
    ['York', undefined, undefined],
  ])
  vi.useRealTimers()
  await at.close()
})
