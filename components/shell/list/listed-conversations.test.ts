import { describe, expect, it } from 'vitest'
import { aConversation } from '@/components/chat/testing-fixtures'
import { newestFirst, oldestListed, unarchived, withFirstPage, withoutMoved } from './listed-conversations'

const at = (updatedAt: string, pinnedAt: string | null = null) =>
  aConversation({ id: updatedAt, updatedAt, pinnedAt })
const ids = (list: { id: string }[]) => list.map((entry) => entry.id)

describe('the list of conversations', () => {
  const listed = newestFirst([at('2026-01-05'), at('2026-01-04'), at('2025-01-01', '2026-01-01')])

  it('goes on behind the oldest that is not pinned: an old pinned one skips nothing', () => {
    expect(ids(listed)).toEqual(['2026-01-05', '2026-01-04', '2025-01-01'])
    expect(oldestListed(listed)).toBe('2026-01-04')
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
    expect(oldestListed(all)).toBe('2026-01-04')
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
