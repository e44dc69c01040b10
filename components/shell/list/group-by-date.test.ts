import { describe, expect, it } from 'vitest'
import { aConversation } from '@/components/chat/testing-fixtures'
import { parsePreferences, writePreferences } from '@/components/shell/preferences'
import { groupByDate } from './conversation-list'

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
