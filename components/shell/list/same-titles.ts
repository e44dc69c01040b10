import type { Format } from '@/components/ui/words/use-format'
import { groupBy } from '@/lib/base/group-by'
import type { ConversationDto } from '@/lib/shared/dto'
import { UNTITLED } from '@/lib/shared/untitled'

/**
 * Tells conversations with the same title apart, by id: the day each of them began, with the time if that
 * day is the same too.
 */
export function sameTitles(
  list: readonly ConversationDto[],
  timeZone: string,
  format: Pick<Format, 'date' | 'time'>,
): Map<string, string> {
  const groups = groupBy(list, ({ title }) => title || UNTITLED)
  const dayOf = ({ createdAt }: ConversationDto) => format.date(new Date(createdAt), timeZone)
  const began = new Map<string, string>()
  for (const group of groups.values())
    for (const one of group.length > 1 ? group : []) {
      const day = dayOf(one)
      const isShared = group.some((other) => other !== one && dayOf(other) === day)
      const time = format.time(new Date(one.createdAt), timeZone)
      began.set(one.id, isShared ? `${day}, ${time}` : day)
    }
  return began
}
