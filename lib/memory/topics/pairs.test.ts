import { describe, expect, it } from 'vitest'
import { Pairs, wordOf } from './pairs'

const TERMS = new Set(['rotary', 'club', 'fire', 'station'])
function pairsOf(...texts: string[]) {
  const pairs = new Pairs((term) => TERMS.has(term))
  const saying = (term: string) => texts.filter((text) => text.toLowerCase().includes(term)).length
  texts.forEach((userText, i) => {
    pairs.add({ id: `t${i}`, conversationId: 'c', userText, answer: '' } as never)
  })
  return pairs.all(saying).map((pair) => [wordOf(pair), pair.count.turns])
}

describe('pairs of terms', () => {
  it('are found where turns say them next to each other, as they are written most often', () => {
    expect(pairsOf('The Rotary club called.', 'Ask the Rotary club, then the rotary Club.')).toEqual([
      ['Rotary club', 2],
    ])
  })

  it('are none if only one turn says them, or most turns say them apart', () => {
    expect(pairsOf('The Rotary club called.', 'A club met.')).toEqual([])
    const apart = ['Rotary here', 'a club', 'Rotary there', 'one club', 'Rotary', 'club']
    expect(pairsOf('The Rotary club.', 'Our Rotary club.', ...apart)).toEqual([])
  })

  it('are none across punctuation, lines and words that are no terms', () => {
    expect(pairsOf('The fire. Station two.', 'fire, station', 'fire\nstation', 'fire old station')).toEqual(
      [],
    )
  })
})
