import { expect, it } from 'vitest'
import { nothingSaid } from './failure'

it.each<[string, Parameters<typeof nothingSaid>, RegExp, RegExp]>([
  ['after a thought', ['stop', undefined, true], /only thought and gave no answer/, /Try again/],
  ['with nothing', ['stop', undefined, false], /empty answer/, /Try again/],
  [
    'at the limit',
    ['length', { sent: 4_096, written: 4_090 }, true],
    /all of its 4096 tokens/,
    /Longest answer/,
  ],
  ['far below it', ['length', { sent: 4_096, written: 6 }, false], /its own limit/, /^Shorten/],
])('an answer without words says why: %s', (_, given, message, hint) =>
  expect(nothingSaid(...given).failure).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  }),
)
