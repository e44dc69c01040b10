import { describe, expect, it } from 'vitest'
import { aConversation } from '@/components/chat/testing-fixtures'
import { parsePreferences, writePreferences } from '@/components/shell/preferences'
import { formatIn } from '@/components/ui/words/format'
import { groupByDate, sameTitles } from './conversation-list'
import { newestFirst, pageEnd, unarchived, withFirstPage, withoutMoved } from './listed-conversations'

it('tells conversations with the same title apart by the day they began, or else by the time', () => {
  const list = [
    aConversation({ id: 'a', title: 'Bees', createdAt: '2026-03-10T23:30:00Z' }),
    aConversation({ id: 'b', title: 'Bees', createdAt: '2026-03-10T10:00:00Z' }),
    aConversation({ id: 'c', title: 'Bees', createdAt: '2026-03-08T10:00:00Z' }),
    aConversation({ id: 'd', title: 'Boats', createdAt: '2026-03-08T10:00:00Z' }),
  ]
  const began = (zone: string) => Object.fromEntries(sameTitles(list, zone, formatIn('en-GB')))
  expect(began('UTC')).toEqual({ a: '10 Mar, 23:30', b: '10 Mar, 10:00', c: '8 Mar' })
  expect(began('Asia/Tokyo')).toEqual({ a: '11 Mar', b: '10 Mar', c: '8 Mar' })
})

const at = (updatedAt: string, pinnedAt: string | null = null) =>
  aConversation({ id: updatedAt, updatedAt, pinnedAt })

describe('groupByDate', () => {
  it('groups by the reader’s days, pinned first', () => {
    const list = [
      at('2026-03-10T23:30:00Z'),
      at('2026-03-10T10:00:00Z'),
      at('2026-03-08T10:00:00Z'),
      at('2026-02-20T10:00:00Z'),
      at('2025-12-01T10:00:00Z'),
      at('2025-01-01T10:00:00Z', '2026-01-01'),
    ]
    const shape = (timeZone: string) =>
      groupByDate(list, new Date('2026-03-11T01:00:00Z'), timeZone).map(
        (group) => `${group.title}:${group.conversations.length}`,
      )
    expect(shape('UTC')).toEqual([
      'Pinned:1',
      'Yesterday:2',
      'Previous 7 days:1',
      'Previous 30 days:1',
      'December 2025:1',
    ])
    expect(shape('America/New_York')).toEqual([
      'Pinned:1',
      'Today:2',
      'Previous 7 days:1',
      'Previous 30 days:1',
      'December 2025:1',
    ])
  })
})

describe('preferences', () => {
  it('survive the cookie, and nonsense is the default', () => {
    const cookie = writePreferences({ sidebar: false, panel: true, panelWidth: 999, tag: 'Ärger; 100 %41' })
    expect(parsePreferences(/=([^;]+)/.exec(cookie)?.[1])).toEqual({
      sidebar: false,
      panel: true,
      panelWidth: 640,
      tag: 'Ärger; 100 %41',
    })
    expect(parsePreferences('1.1.340')).toMatchObject({ sidebar: true, tag: null })
    expect(parsePreferences(`1.1.340.${'61'.repeat(33)}`)).toMatchObject({ tag: null })
    expect(parsePreferences('"><script>')).toEqual({
      sidebar: true,
      panel: true,
      panelWidth: 340,
      tag: null,
    })
  })
})

describe('the list of conversations', () => {
  const at = (updatedAt: string, pinnedAt: string | null = null) =>
    aConversation({ id: updatedAt, updatedAt, pinnedAt })
  const ids = (list: { id: string }[]) => list.map((entry) => entry.id)

  const listed = newestFirst([at('2026-01-05'), at('2026-01-04'), at('2025-01-01', '2026-01-01')])

  it('goes on behind the oldest that is not pinned: an old pinned one skips nothing', () => {
    expect(ids(listed)).toEqual(['2026-01-05', '2026-01-04', '2025-01-01'])
    expect(pageEnd(listed)?.id).toBe('2026-01-04')
  })

  it('goes on where the older pages end after the first is read again', () => {
    const end = pageEnd(listed)
    expect(pageEnd([at('2026-01-03')], end)?.id).toBe('2026-01-03')
    expect([pageEnd([at('2026-01-06')], end)?.id, pageEnd([], end)?.id]).toEqual(['2026-01-04', '2026-01-04'])
  })

  it('goes on among those of one moment by id, and keeps the older ones of them', () => {
    const same = ['a', 'b', 'c'].map((id) => aConversation({ id, updatedAt: '2026-01-01' }))
    const page = newestFirst(same.slice(0, 2).reverse())
    expect([ids(page), pageEnd(page)?.id]).toEqual([['a', 'b'], 'b'])
    expect(ids(withFirstPage(same.toReversed(), page))).toEqual(['a', 'b', 'c'])
  })

  it('keeps older pages when the first is read again, and drops what is gone from it', () => {
    const more = newestFirst([...listed, at('2026-01-02')])
    expect(ids(withFirstPage(more, [at('2026-01-06'), at('2026-01-05')]))).toEqual([
      '2026-01-06',
      '2026-01-05',
      '2026-01-04',
      '2026-01-02',
    ])
    expect(withFirstPage(more, [])).toEqual([])
  })

  it('shows no archived one and pages as if there were none, yet keeps the one being read', () => {
    const old = aConversation({ id: 'old', updatedAt: '2024-01-01', archivedAt: '2026-01-02' })
    const all = newestFirst([...listed, old])
    expect(ids(unarchived(all))).toEqual(ids(listed))
    expect(pageEnd(all)?.id).toBe('2026-01-04')
    expect(ids(withFirstPage(all, [at('2026-01-05')]))).toEqual(['2026-01-05', '2026-01-04', 'old'])
  })

  it('drops what was archived, brought back or deleted elsewhere, but not its own news', () => {
    const old = aConversation({ id: 'old', archivedAt: '2026-01-02' })
    const change = (kind: string, refId: string, op: string) =>
      withoutMoved([...listed, old], [{ kind, refId, op }])
    expect(ids(change('list', '2026-01-05', 'del'))).not.toContain('2026-01-05')
    expect(ids(change('conversation', '2026-01-05', 'del'))).not.toContain('2026-01-05')
    expect(ids(change('list', 'old', 'put'))).not.toContain('old')
    expect(change('list', 'old', 'del')).toHaveLength(4)
    expect(change('list', '2026-01-05', 'put')).toHaveLength(4)
  })
})
