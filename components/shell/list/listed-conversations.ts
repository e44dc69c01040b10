import type { ConversationDto } from '@/lib/shared/dto'
import type { Change } from '../changes'

export type ListPosition = { at: string; id: string }
export const positionOf = ({ updatedAt, id }: ConversationDto): ListPosition => ({ at: updatedAt, id })
const isBehind = (one: ListPosition, other: ListPosition) =>
  one.at < other.at || (one.at === other.at && one.id > other.id)

export const newestFirst = (list: ConversationDto[]) =>
  [...new Map(list.map((entry) => [entry.id, entry])).values()].sort((a, b) =>
    isBehind(positionOf(a), positionOf(b)) ? 1 : -1,
  )

/** The shell knows archived conversations too, such as the one being read. */
export const unarchived = (list: ConversationDto[]) => list.filter((entry) => entry.archivedAt === null)

/**
 * The place where the pages read so far end, from which older ones are asked for; `before` = where they ended until
 * now. It cannot be told from the list, which may show an older conversation that was just unpinned, unarchived or
 * renamed.
 */
export function pageEnd(page: ConversationDto[], before?: ListPosition): ListPosition | undefined {
  const oldest = page.findLast((entry) => !entry.pinnedAt && !entry.archivedAt)
  if (!oldest) return before
  const place = positionOf(oldest)
  return before && isBehind(before, place) ? before : place
}

/** Replaces the first page and keeps the older pages and archived ones. */
export function withFirstPage(list: ConversationDto[], page: ConversationDto[]): ConversationDto[] {
  const oldest = pageEnd(page)
  return newestFirst([
    ...list.filter(
      (entry) => entry.archivedAt || (oldest && !entry.pinnedAt && isBehind(positionOf(entry), oldest)),
    ),
    ...page,
  ])
}

/** Without those archived, unarchived or deleted elsewhere; the next page brings them as they are. */
export function withoutMoved(list: ConversationDto[], changes: readonly Change[]): ConversationDto[] {
  const last = (kind: string) =>
    new Map(changes.flatMap((change) => (change.kind === kind ? [[change.refId, change.op] as const] : [])))
  const [deleted, moved] = [last('conversation'), last('list')]
  return list.filter(
    ({ id, archivedAt }) => deleted.get(id) !== 'del' && moved.get(id) !== (archivedAt ? 'put' : 'del'),
  )
}
