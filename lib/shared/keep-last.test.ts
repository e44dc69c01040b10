import { expect, it } from 'vitest'
import { keepLast } from './keep-last'

it('keeps the entries that were set last, also those set again', () => {
  const cache = new Map<string, number>()
  for (const [i, key] of ['a', 'b', 'c', 'a', 'd'].entries()) keepLast(cache, 3, key, i)
  expect([...cache]).toEqual([
    ['c', 2],
    ['a', 3],
    ['d', 4],
  ])
})
