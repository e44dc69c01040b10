import { titleKeyOf } from '@/lib/db/memory/topic-title'
import { titleTopicOps } from '@/lib/db/memory/topic-writes'
import { topicsIn } from '@/lib/db/memory/topics'
import { textsById } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import type { Caller } from '../caller'

/** Names for the sample's topics, with turn numbers. Prepared like its answers, because no model names them here. */
const SUBJECTS: Record<string, number[]> = {
  'Money and grants': [2, 14, 15, 24, 27, 28, 40],
  Insurance: [5, 6, 13, 21],
  'The hall and its tables': [4, 8, 20, 30, 38],
  'Poster, press and reminders': [9, 10, 22, 36],
  'How long people wait': [11, 12, 34],
  'What people bring to be repaired': [7, 23, 31, 35, 39],
  'Forms and data protection': [18, 25, 26],
  'Volunteers and dates': [1, 3, 16, 19, 37],
  'The opening day': [32, 33],
}

/** Names the topics that are mostly about one of these. */
export async function nameSampleTopics(
  { db, ownerId }: Pick<Caller, 'db' | 'ownerId'>,
  conversationId: string,
): Promise<void> {
  const rows = await topicsIn(db, ownerId, conversationId)
  const topicOf = new Map(rows.map(({ turnId, topicId }) => [turnId, topicId]))
  const turns = await textsById(db, ownerId, [...topicOf.keys()])
  const titles = [...groupBy(turns, ({ id }) => topicOf.get(id))].flatMap(([topic, own]) => {
    const isAbout = ([, numbers]: [string, number[]]) =>
      2 * own.filter(({ number }) => numbers.includes(number)).length > own.length
    const [name] = Object.entries(SUBJECTS).find(isAbout) ?? []
    const titleKey = titleKeyOf({ turns: own.map(({ id }) => id) })
    return topic && name ? titleTopicOps(db, ownerId, topic, titleKey, name) : []
  })
  await db.$transaction(titles)
}
