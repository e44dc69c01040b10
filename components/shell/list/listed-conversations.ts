import type { ConversationDto } from '@/lib/shared/dto'

export const newestFirst = (list: ConversationDto[]) =>
  [...new Map(list.map((entry) => [entry.id, entry])).values()].sort((a, b) =>
    b.updatedAt.localeCompare(a.updatedAt),
  )

/** `updatedAt` of the oldest one that pages are counted by; pinned ones come with the first page whatever their age. */
export const oldestListed = (list: ConversationDto[]): string | undefined =>
  list.findLast((entry) => !entry.pinnedAt)?.updatedAt

/** The first page, read again, over what is listed: of that only older pages stay. */
export function withFirstPage(list: ConversationDto[], page: ConversationDto[]): ConversationDto[] {
  const oldest = oldestListed(page)
  return newestFirst([
    ...(oldest ? list.filter((entry) => !entry.pinnedAt && entry.updatedAt < oldest) : []),
    ...page,
  ])
}
