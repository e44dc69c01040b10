import { describe, expect, it } from 'vitest'
import { weekAt } from '@/lib/shared/memory/calendar'
import { isLink, mapQuery, parsePlace, partKey, placeQuery, START } from './place'

describe('the address', () => {
  const params = (query: string) => parsePlace(new URLSearchParams(query))

  it('says everything and reads back the same', () => {
    const place = {
      ...{ topic: 'topic_1', conversation: 'conv_1', turn: 'turn_1', node: 'recalled turn:x turn:y' },
      hidden: ['context' as const, 'recalled' as const],
      text: 'größe 7',
      period: { from: weekAt(Date.parse('2026-03-04T00:00Z')), to: weekAt(Date.parse('2026-06-30T00:00Z')) },
    }
    expect(params(placeQuery(place))).toEqual(place)
    // Weeks from Monday to Sunday.
    expect(placeQuery(place)).toContain('from=2026-03-02&to=2026-07-05')
    expect(placeQuery(START)).toBe('')
  })

  it('takes a bare id for a turn, and replaces what is invalid with the default', () => {
    expect(params('?conversation=c&node=turn_7')).toMatchObject({ conversation: 'c', node: 'turn:turn_7' })
    expect(
      params('?view=time&from=2026-09-01&to=2026-03-01&hide=context,dragons&conversation=../etc'),
    ).toEqual({
      ...START,
      hidden: ['context'],
    })
    expect(params('?from=2026-13-40&to=x').period).toBeNull()
    expect(isLink('recalled turn:x turn:y')).toBe(true)
    expect(isLink('file:c:my next plan.md')).toBe(false)
  })

  it('names the part of memory apart from how it is looked at', () => {
    const key = (query: string) => partKey(params(query))
    expect(key('?conversation=c&node=turn:x&q=a')).toBe(key('?conversation=c'))
    const then = '&from=2026-03-02&to=2026-03-08'
    expect(key(`?conversation=c${then}`)).not.toBe(key('?conversation=c'))
    expect(key(`?conversation=c&turn=t${then}`)).toBe(key('?conversation=c&turn=t'))
    const { period } = mapQuery(params(`?topic=t${then}`))
    expect(Date.parse(period?.until ?? '') - Date.parse(period?.since ?? '')).toBe(7 * 86_400_000)
    expect(key('?conversation=c&topic=t')).not.toBe(key('?conversation=c'))
    expect(mapQuery(params('?topic=t&conversation=c&q=x'))).toEqual({ topicId: 't', conversationId: 'c' })
  })
})
