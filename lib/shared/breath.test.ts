import { expect, it } from 'vitest'
import { pacer } from './breath'

it('work gives way once it has gone on for 12 ms, and then starts to count again', async () => {
  let at = 0
  const pace = pacer(() => at)
  const gaveWay: number[] = []
  for (at = 1; at <= 40; at++) {
    const rest = pace()
    if (rest) gaveWay.push(at)
    await rest
  }
  expect(gaveWay).toEqual([12, 24, 36])
})

it.each([
  ['once while nobody else works', [0], 1],
  ['again until others are done', [30, 30, 0], 3],
  ['but not for ever', Array(50).fill(30), 8],
])('work in the background rests %s', async (_, late, rests) => {
  let [at, rested] = [0, 0]
  const restMs = 1
  // Each rest reads the clock twice, when it begins and when it ends.
  const asked = { count: 0 }
  const pace = pacer(() => {
    if (asked.count > 1 && asked.count % 2 === 1) {
      at += restMs + (late[rested] ?? 0)
      rested += 1
    }
    asked.count += 1
    return at
  }, restMs)
  at = 12
  await pace()
  expect(rested).toBe(rests)
})
