import { describe, expect, it } from 'vitest'
import { isSecondClick, isSendKey } from './composer-keys'

const key = (given: Partial<Parameters<typeof isSendKey>[0]>) => ({
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  keyCode: 13,
  nativeEvent: { isComposing: false },
  ...given,
})
type Check = (event: ReturnType<typeof key>) => boolean
const cases: [string, Partial<ReturnType<typeof key>>, boolean][] = [
  ['Enter sends', {}, true],
  ['Shift Enter is a new line', { shiftKey: true }, false],
  ['Enter while an input method composes is its own', { nativeEvent: { isComposing: true } }, false],
  ['so is the Enter that Safari reports after composing (229)', { keyCode: 229 }, false],
  ['Ctrl Enter sends too', { ctrlKey: true }, true],
  ['other keys do not', { key: 'a' }, false],
]
const wrong = (check: Check) =>
  cases.filter(([, given, expected]) => check(key(given)) !== expected).map(([name]) => name)

describe('isSendKey', () => {
  it('knows when Enter means send', () => expect(wrong(isSendKey)).toEqual([]))
  it('notices a composer that does not know input methods (negative control)', () =>
    expect(wrong((event) => event.key === 'Enter' && !event.shiftKey)).toHaveLength(2))
})

it.each([
  ['a click soon after it', 1, 1_499, true],
  ['a click later', 1, 1_500, false],
  ['a key soon after it', 0, 1_010, false],
])('Send was clicked at 1,000 ms: %s', (_, detail, timeStamp, second) => {
  expect(isSecondClick({ detail, timeStamp }, 1_000)).toBe(second)
})
