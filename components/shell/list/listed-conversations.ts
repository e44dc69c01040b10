import type { ConversationDto } from '@/lib/shared/dto'

export const newestFirst = (list: ConversationDto[]) =>
  [...new Map(list.map((entry) => [entry.id, entry])).values()].sort((a, b) =>
    b.updatedAt.localeCompare(a.updatedAt),
  )

/** The shell knows archived conversations too, such as the one being read. */
export const unarchived = (list: ConversationDto[]) => list.filter((entry) => entry.archivedAt === null)

/** The cursor of the next page. Pinned ones come with the first page; archived ones are not listed. */
export const oldestListed = (list: ConversationDto[]): string | undefined =>
  list.findLast((entry) => !entry.pinnedAt && !entry.archivedAt)?.updatedAt

/** Replaces the first page and keeps the older pages and archived ones. */
export function withFirstPage(list: ConversationDto[], page: ConversationDto[]): ConversationDto[] {
  const oldest = oldestListed(page)
  return newestFirst([
    ...list.filter((entry) => entry.archivedAt || (oldest && !entry.pinnedAt && entry.updatedAt < oldest)),
    ...page,
  ])
}

type ListChange = { kind: string; refId: string; op: string }
/** Without those archived, unarchived or deleted elsewhere; the next page brings them as they are. */
export function withoutMoved(list: ConversationDto[], changes: ListChange[]): ConversationDto[] {
  const last = (kind: string) =>
    new Map(changes.flatMap((change) => (change.kind === kind ? [[change.refId, change.op] as const] : [])))
  const [deleted, moved] = [last('conversation'), last('list')]
  return list.filter(
    ({ id, archivedAt }) => deleted.get(id) !== 'del' && moved.get(id) !== (archivedAt ? 'put' : 'del'),
  )
}
