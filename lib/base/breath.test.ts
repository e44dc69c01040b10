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
