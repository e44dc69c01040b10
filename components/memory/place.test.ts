import { describe, expect, it } from 'vitest'
import { isLink, parsePlace, partKey, placeQuery, START } from './place'

describe('the address', () => {
  const params = (query: string) => parsePlace(new URLSearchParams(query))

  it('says everything and reads back the same', () => {
    const place = {
      ...START,
      conversation: 'conv_1',
      range: { from: 11, to: 480 },
      find: 'a & b',
      view: 'local' as const,
      centre: 'file:conv_1:notes/a b.md',
      depth: 3 as const,
      node: 'recalled turn:x turn:y',
      hidden: ['context' as const, 'next' as const],
      text: 'größe 7',
      until: 'turn:z',
    }
    expect(params(placeQuery(place))).toEqual(place)
    expect(placeQuery(START)).toBe('')
  })

  it('takes a bare id for a turn, and replaces what is invalid with the default', () => {
    expect(params('?conversation=c&node=turn_7')).toMatchObject({ conversation: 'c', node: 'turn:turn_7' })
    expect(params('?view=spiral&range=9-3&hide=context,dragons&depth=9&conversation=../etc')).toEqual({
      ...START,
      hidden: ['context'],
    })
    expect(isLink('recalled turn:x turn:y')).toBe(true)
    expect(isLink('file:c:my next plan.md')).toBe(false)
  })

  it('names the part of memory apart from how it is looked at', () => {
    expect(partKey(params('?conversation=c&node=turn:x&view=force&q=a'))).toBe(
      partKey(params('?conversation=c')),
    )
    expect(partKey(params('?conversation=c&range=1-9'))).not.toBe(partKey(params('?conversation=c')))
  })
})
