import { expect, it } from 'vitest'
import { isSecondClick } from './composer-keys'

it.each([
  ['a click soon after it', 1, 1_499, true],
  ['a click later', 1, 1_500, false],
  ['a key soon after it', 0, 1_010, false],
])('Send was clicked at 1,000 ms: %s', (_, detail, timeStamp, second) => {
  expect(isSecondClick({ detail, timeStamp }, 1_000)).toBe(second)
})
