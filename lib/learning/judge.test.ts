import { expect, it } from 'vitest'
import { isWorthACall } from './judge'

const PLAIN = {
  ...{ status: 'completed' as const, userText: 'When does the harbour of Borkum open on Sundays?' },
  ...{ thoughts: [], tools: [], corrected: false },
}

it('a model judges only turns that there is something to learn from, or every turn if the person wants that', () => {
  expect(isWorthACall(PLAIN, 'worked', false)).toBe(false)
  expect(isWorthACall(PLAIN, 'every', false)).toBe(true)
  expect(isWorthACall(PLAIN, 'worked', true)).toBe(true)
  expect(isWorthACall({ ...PLAIN, corrected: true }, 'worked', false)).toBe(true)
  expect(isWorthACall({ ...PLAIN, thoughts: ['The table has it.'] }, 'worked', false)).toBe(true)
  expect(isWorthACall({ ...PLAIN, userText: 'Thanks!' }, 'every', false)).toBe(false)
  expect(isWorthACall({ ...PLAIN, status: 'stopped' }, 'every', true)).toBe(false)
})
