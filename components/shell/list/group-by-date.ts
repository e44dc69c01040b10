import { DAY_MS } from '@/lib/shared/day'
import type { ConversationDto } from '@/lib/shared/dto'

export type Group = { title: string; conversations: ConversationDto[] }

/** Days since the epoch in a time zone. Swedish dates are written as ISO dates. */
function daysIn(timeZone: string): (date: Date) => number {
  const { format } = new Intl.DateTimeFormat('sv', { timeZone })
  return (date) => Date.parse(format(date)) / DAY_MS
}

/** Pinned, then by last change: today, yesterday, the week, the month, months by name. */
export function groupByDate(
  conversations: ConversationDto[],
  now: Date,
  timeZone: string,
  locale = 'en',
): Group[] {
  const dayAt = daysIn(timeZone)
  const today = dayAt(now)
  const groups = new Map<string, ConversationDto[]>()
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: 'long', year: 'numeric' })
  const titleOf = (conversation: ConversationDto) => {
    const date = new Date(conversation.updatedAt)
    const age = today - dayAt(date)
    if (age <= 0) return 'Today'
    if (age === 1) return 'Yesterday'
    if (age <= 7) return 'Previous 7 days'
    if (age <= 30) return 'Previous 30 days'
    return month.format(date)
  }
  const pinned = conversations.filter((conversation) => conversation.pinnedAt)
  if (pinned.length) groups.set('Pinned', pinned)
  for (const conversation of conversations) {
    if (conversation.pinnedAt) continue
    const title = titleOf(conversation)
    groups.set(title, [...(groups.get(title) ?? []), conversation])
  }
  return [...groups].map(([title, list]) => ({ title, conversations: list }))
}
