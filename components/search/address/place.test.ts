import { describe, expect, it } from 'vitest'
import { memorySearchSchema, searchOf, searchParamsOf } from '@/lib/shared/memory/search'
import { isoDay, placeParsers, type SearchAddress, searchAt } from './place'

const place = (over: Partial<SearchAddress>): SearchAddress => ({
  q: '',
  in: null,
  branch: null,
  tag: null,
  who: null,
  kind: null,
  from: null,
  to: null,
  order: 'best',
  ...over,
})

describe('the place of a search', () => {
  it('asks for nothing while there is neither a word nor a filter', () => {
    expect(searchAt(place({ q: '   ' }))).toBeNull()
    expect(searchAt(place({ who: 'Caroline' }))).toMatchObject({ speaker: 'Caroline' })
    expect(searchAt(place({ tag: ' Garden ' }))).toMatchObject({ tag: 'Garden' })
    expect(searchAt(place({ q: 'x', tag: 'x'.repeat(40) }))).not.toHaveProperty('tag')
  })
  it('takes no more of an address than of the field', () => {
    expect(placeParsers.q.parse('word '.repeat(500_000))).toHaveLength(400)
  })
  it('takes whole days of the reader, and leaves out what is no day or no id', () => {
    const search = searchAt(place({ q: 'x', from: '2023-05-03', to: '2023-05-03', in: '../etc' }))
    expect(Date.parse(search?.to ?? '') - Date.parse(search?.from ?? '')).toBe(86_400_000 - 1)
    expect(isoDay(new Date(search?.from ?? ''))).toBe('2023-05-03')
    expect(search).not.toHaveProperty('conversationId')
    expect(searchAt(place({ q: 'x', from: '2023-99-99', to: 'soon' }))).toEqual({ text: 'x', order: 'best' })
  })
  it('asks for a branch of a conversation alone', () => {
    expect(searchAt(place({ q: 'x', in: 'c1', branch: 'b2' }))).toMatchObject({
      conversationId: 'c1',
      branch: 'b2',
    })
    expect(searchAt(place({ q: 'x', in: 'c1', branch: '../b' }))).not.toHaveProperty('branch')
    expect(searchAt(place({ q: 'x', branch: 'b2' }))).not.toHaveProperty('branch')
    for (const [address, valid] of [
      ['q=x&in=c1&branch=all', true],
      ['q=x&branch=all', false],
      ['q=x&in=c1&branch=%2e%2e', false],
    ] as const)
      expect(memorySearchSchema.safeParse(searchOf(new URLSearchParams(address))).success, address).toBe(
        valid,
      )
  })
  it('comes out of an address as it went in', () => {
    const search = {
      text: 'a "b c" & d',
      conversationId: 'conv_1',
      branch: 'all',
      tag: 'Garden & home',
      from: '2023-05-03T00:00:00.000Z',
      speaker: 'Ann, Bea',
      kinds: ['message' as const, 'file' as const],
      order: 'newest' as const,
      limit: 6,
      cursor: '20',
      facets: true,
    }
    expect(
      memorySearchSchema.parse(searchOf(new URLSearchParams(searchParamsOf(search).toString()))),
    ).toEqual(search)
    expect(memorySearchSchema.safeParse(searchOf(new URLSearchParams('q=x&kind=secret'))).success).toBe(false)
    expect(memorySearchSchema.safeParse(searchOf(new URLSearchParams('q=x&after=-1'))).success).toBe(false)
    expect(memorySearchSchema.safeParse(searchOf(new URLSearchParams('q=x&facets=banana'))).success).toBe(
      false,
    )
  })
})
