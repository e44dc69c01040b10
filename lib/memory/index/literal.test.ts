import { describe, expect, it } from 'vitest'
import { parseSearch } from '@/lib/memory/search/search-text'
import { limits } from '@/lib/shared/limits'
import { searchLiteral } from './literal'
import type { MessageFilter } from './load/data'
import { everywhere, indexOf, type Said, turnsOf } from './testing-index'

describe('a short word that very many hold', () => {
  const more = limits.search.lendingPostings * 5
  const many = (word: string) =>
    Array.from({ length: more }, (_, i): Said => ['user', `Note ${i} of ${word} here.`, 1 + i])
  const old: Said = ['user', 'The chips are from the uk, said ai of 北京, in r.']
  const data = indexOf(turnsOf([old, ...['uk', 'ai', '北京', 'r'].flatMap(many)]))
  const search = (text: string, only: MessageFilter = {}) =>
    searchLiteral(data, { ...parseSearch(text), order: 'best' }, everywhere, only, 10)
  const first: MessageFilter = { to: Date.parse('2031-03-03T09:30:00.000Z') }

  it.each(['uk', 'ai', '北京'])('is counted whole while it may go on: %s', (word) =>
    expect(search(word).total).toBe(more + 1),
  )
  it.each(['uk', '北京', 'r'])('is found where a filter leaves only an old message: %s', (word) =>
    expect(search(word, first).hits.map((hit) => hit.turnId)).toEqual(['main-1']),
  )
  it('stands with the other words of a search in the one message that holds them all', () => {
    for (const text of ['chips ai', 'chips r'])
      expect(search(text).hits[0]).toMatchObject({ turnId: 'main-1', whole: true })
  })
})
