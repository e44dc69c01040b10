import { expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
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
