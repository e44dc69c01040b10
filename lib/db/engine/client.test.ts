import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'

let at: TestDb
beforeAll(async () => {
  at = await testDb()
})
afterAll(() => at.close())

const person = (id: string) =>
  at.db.user.create({ data: { id, createdAt: new Date(0) }, select: { id: true } })

it('an array of statements runs in order in one transaction: each gives its result, or none is kept', async () => {
  const { db } = at
  const renamed = () => db.$executeRaw`UPDATE "User" SET "id" = 'b' WHERE "id" = 'a'`
  const known = () => db.user.findMany({ where: { id: { in: ['a', 'b', 'c'] } }, select: { id: true } })
  expect(await db.$transaction([person('a'), renamed(), known()])).toEqual([{ id: 'a' }, 1, [{ id: 'b' }]])

  await expect(db.$transaction([person('c'), renamed(), person('b')])).rejects.toThrow()
  expect(await known()).toEqual([{ id: 'b' }])
})

it('the same statements run again when they are tried again', async () => {
  const { db } = at
  const writes = [person('d'), person('e')]
  await person('e')
  await expect(db.$transaction(writes)).rejects.toThrow()
  await db.user.delete({ where: { id: 'e' } })
  await db.$transaction(writes)
  expect(await db.user.count({ where: { id: { in: ['d', 'e'] } } })).toBe(2)
})
