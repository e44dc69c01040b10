import { describe, expect, it } from 'vitest'
import { isLink, parsePlace, partKey, partQuery, placeQuery, START } from './place'

describe('the address', () => {
  const params = (query: string) => parsePlace(new URLSearchParams(query))

  it('says everything and reads back the same', () => {
    const place = {
      ...START,
      topic: 'topic_1',
      conversation: 'conv_1',
      turn: 'turn_1',
      range: { from: 11, to: 480 },
      find: 'a & b',
      view: 'local' as const,
      centre: 'file:conv_1:notes/a b.md',
      depth: 3 as const,
      node: 'recalled turn:x turn:y',
      hidden: ['context' as const, 'next' as const],
      colour: 'conversation' as const,
      text: 'größe 7',
      until: 'turn:z',
    }
    expect(params(placeQuery(place))).toEqual(place)
    expect(placeQuery(START)).toBe('')
    expect(START.depth).toBe(1)
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

  it('leads to Time where a link names a strategy or a fact alone', () => {
    expect(params('?conversation=c&node=strategy:s').view).toBe('time')
    expect(params('?conversation=c&node=turn:t').view).toBe('map')
    expect(params('?topic=t&node=fact:f').view).toBe('map')
  })

  it('names the part of memory apart from how it is looked at', () => {
    const key = (query: string) => partKey(params(query))
    expect(key('?conversation=c&node=turn:x&q=a&colour=conversation')).toBe(key('?conversation=c'))
    expect(key('?conversation=c&topic=t')).not.toBe(key('?conversation=c'))
    expect(key('?view=time&conversation=c&range=1-9')).not.toBe(key('?view=time&conversation=c'))
  })

  it('asks for a level of the map, or for the graph around what is selected', () => {
    expect(partQuery(params('?topic=t&conversation=c'))).toEqual({
      map: { topicId: 't', conversationId: 'c' },
    })
    const time = partQuery(params('?view=time&conversation=c&q=cat&find=cat'))
    expect(time).toMatchObject({ graph: { conversationId: 'c', text: 'cat' } })
  })

  it('never lets a search hide the neighbours of the local view', () => {
    const query = partQuery(params('?view=local&centre=turn:x&find=cat&range=1-9'))
    expect(query).toEqual({ graph: { focus: 'turn:x' } })
  })
})
