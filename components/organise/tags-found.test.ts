import { describe, expect, it } from 'vitest'
import { tagsFound } from './tags-found'

const tag = (name: string, all = 1) => ({ name, listed: 0, all })
const found = (typed: string) =>
  tagsFound([tag('Garden'), tag('Kitchen garden', 3), tag('Work')], typed).map(({ name }) => name)

describe('tags found by typing', () => {
  it('match from the start of any of their words, in any case, the most used first', () => {
    expect(found('gar')).toEqual(['Kitchen garden', 'Garden'])
    expect(found(' KITCHEN  g')).toEqual(['Kitchen garden'])
  })
  it('do not match inside a word, and nothing matches nothing', () => {
    expect(found('arden')).toEqual([])
    expect(found('  ')).toEqual([])
  })
})
