import type { ConversationDto } from '@/lib/shared/dto'

export const newestFirst = (list: ConversationDto[]) =>
  [...new Map(list.map((entry) => [entry.id, entry])).values()].sort((a, b) =>
    b.updatedAt.localeCompare(a.updatedAt),
  )

/**
 * `updatedAt` of the oldest listed one, the cursor of the next page. Pinned ones come with the first page at
 * any age.
 */
export const oldestListed = (list: ConversationDto[]): string | undefined =>
  list.findLast((entry) => !entry.pinnedAt)?.updatedAt

/** Replaces the first page and keeps the older pages. */
export function withFirstPage(list: ConversationDto[], page: ConversationDto[]): ConversationDto[] {
  const oldest = oldestListed(page)
  return newestFirst([
    ...(oldest ? list.filter((entry) => !entry.pinnedAt && entry.updatedAt < oldest) : []),
    ...page,
  ])
}
