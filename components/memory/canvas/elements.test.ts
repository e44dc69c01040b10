import { expect, test } from 'vitest'
import { coastOf } from './elements'

test('every outline stays within -1 to 1, as Cytoscape demands', () => {
  const numbers = Array.from({ length: 5_000 }, (_, id) =>
    coastOf(`topic-${id}`).split(' ').map(Number),
  ).flat()
  expect(numbers).toHaveLength(5_000 * 80)
  expect(numbers.filter((one) => !(Math.abs(one) <= 1))).toEqual([])
})
