import type { ConversationDto } from '@/lib/shared/dto'

/** Once each, the last one given kept, newest first. */
export const newestFirst = (list: ConversationDto[]) => [...new Map(list.map((entry) => [entry.id, entry])).values()].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))

/** Where the next page begins: the pinned ones are on the first page whatever their age. */
export const oldestShown = (list: ConversationDto[]): string | null => list.findLast((entry) => !entry.pinnedAt)?.updatedAt ?? null

/** The list with its first page loaded again: older pages that were loaded stay. */
export function withFirstPage(list: ConversationDto[], page: ConversationDto[]): ConversationDto[] {
  const oldest = oldestShown(page)
  return newestFirst([...(oldest ? list.filter((entry) => !entry.pinnedAt && entry.updatedAt < oldest) : []), ...page])
}
