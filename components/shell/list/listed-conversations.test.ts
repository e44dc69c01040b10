import { describe, expect, it } from 'vitest'
import { aConversation } from '@/components/chat/testing-fixtures'
import { newestFirst, oldestListed, withFirstPage } from './listed-conversations'

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
})
