// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { bestPlace, wordRanges } from './found-words'

const shown = (html: string) => {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}
const marked = (html: string, words: string[]) =>
  wordRanges(shown(html), words).map(({ range }) => range.toString())

describe('words that a search found', () => {
  it('are whole words in any case and accent, those side by side as one place, also inside markup', () => {
    expect(
      marked('<p>Zoë has <em>boats</em>, big Boats. A boathouse.</p><pre>const boats = zoe</pre>', [
        'boats',
        'zoe',
      ]),
    ).toEqual(['Zoë', 'boats', 'Boats', 'boats', 'zoe'])
    expect(marked('<p>the boat Petrel, the boat, Petrel</p>', ['boat', 'petrel'])).toEqual([
      'boat Petrel',
      'boat',
      'Petrel',
    ])
    expect(marked('<p>nothing of it</p>', ['boat'])).toEqual([])
  })

  it('are first shown where most of them stand together, else where the first one stands', () => {
    const at = (html: string, words: string[]) => bestPlace(wordRanges(shown(html), words))
    const many = '<p>boat.</p>'.repeat(9)
    expect(at(`${many}<p>The boat has a keel of larch.</p>`, ['boat', 'keel', 'larch'])).toBe(9)
    expect(at(many, ['boat'])).toBe(0)
    expect(at('<p>none</p>', ['boat'])).toBe(-1)
  })
})
