import { describe, expect, it } from 'vitest'
import { splitCitations } from './citations'

const shown = (text: string) =>
  splitCitations(text)
    .map((piece) =>
      'text' in piece
        ? piece.text
        : 'strategies' in piece
          ? `<${piece.strategies}>`
          : `{${piece.turns}${piece.conversation ? `@${piece.conversation}` : ''}}`,
    )
    .join('')

describe('splitCitations', () => {
  it.each([
    ['see [turn 7].', 'see {7}.'],
    ['[Turn 7][turn 8]', '{7}{8}'],
    ['[turns 3, 5 and 9] x', '{3,5,9} x'],
    ['[turn 2, turn 4]', '{2,4}'],
    ['see [turn 7 of conversation c_1-x].', 'see {7@c_1-x}.'],
    ['[turn 7 of conversation a b]', '[turn 7 of conversation a b]'],
    ['as [str-00012] says', 'as <str-00012> says'],
    ['[code-00001, mis-12345][turn 2]', '<code-00001,mis-12345>{2}'],
    ['[abc-00012] [str-12] str-00012', '[abc-00012] [str-12] str-00012'],
    ['nothing here', 'nothing here'],
    ['[turn seven] [turn] [return 7] turn 7', '[turn seven] [turn] [return 7] turn 7'],
    ['[turn 12345678]', '[turn 12345678]'],
  ])('%s', (text, expected) => expect(shown(text)).toBe(expected))

  it('comes to an end on text made to confuse it', () => {
    const text = `[turn 1${', 1'.repeat(20_000)}`
    expect(shown(text)).toBe(text)
    const more = `[str-00001${', str-00001'.repeat(20_000)}`
    expect(shown(more)).toBe(more)
  })
})
