import { describe, expect, it } from 'vitest'
import { aConversation } from '../chat/fixtures'
import { newestFirst, oldestShown, withFirstPage } from './conversation-pages'

const on = (day: number, pinned = false) => {
  const at = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
  return aConversation({ id: `c${day}`, updatedAt: at, pinnedAt: pinned ? at : null })
}
const ids = (list: { id: string }[]) => list.map((entry) => entry.id)

describe('pages of conversations', () => {
  it('go on behind the oldest that is not pinned, so that none between it and an old pinned one is passed over', () => {
    const first = newestFirst([on(1, true), on(20), on(19)])
    expect(ids(first)).toEqual(['c20', 'c19', 'c1'])
    expect(oldestShown(first)).toBe(on(19).updatedAt)
    expect(oldestShown([on(1, true)])).toBeNull()
  })

  it('keep the older ones when the first page is loaded again, and let go of what left it', () => {
    const list = newestFirst([on(1, true), on(2, true), on(20), on(19), on(10), on(9)])
    expect(ids(withFirstPage(list, [on(21), on(20), on(1, true)]))).toEqual(['c21', 'c20', 'c19', 'c10', 'c9', 'c1'])
    expect(ids(withFirstPage(list, [on(21), on(18)]))).toEqual(['c21', 'c18', 'c10', 'c9'])
    expect(withFirstPage(list, [])).toEqual([])
  })
})
