import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortSlowly } from './sort-slowly'

it('sorts like the language, equal items in their order, whatever the length', async () => {
  const item = fc.record({ key: fc.nat({ max: 40 }), place: fc.nat() })
  const lists = fc.oneof(fc.array(item), fc.array(item, { minLength: 2_000, maxLength: 3_500 }))
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
  await fc.assert(
    fc.asyncProperty(lists, async (items) => {
      expect(await sortSlowly(items, compare)).toEqual([...items].sort(compare))
    }),
    { numRuns: 30 },
  )
})
