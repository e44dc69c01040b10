import { expect, it } from 'vitest'
import { aConversation } from '@/components/chat/testing-fixtures'
import { formatIn } from '@/components/ui/words/format'
import { sameTitles } from './conversation-list'

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
