import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { samplesOf } from '@/lib/db/turns/conversations'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'

/**
 * The turns to make topics of: the person's own or, while there are too few of them, the sample's. `others` =
 * the rest, which have no topic; `isNew` = the topics that exist were made of those.
 */
export type TopicSource = {
  has(conversationId: string): boolean
  others: { id: string; conversationId: string }[]
  isNew: boolean
}

export async function topicSource(db: Db, ownerId: string): Promise<TopicSource> {
  const samples = await samplesOf(db, ownerId)
  if (samples.length === 0) return { has: () => true, others: [], isNew: false }
  const turns = (conversationId: { in: string[] } | { notIn: string[] }, take?: number) =>
    db.turn.findMany({
      where: { ownerId, ...REMEMBERED, conversationId },
      select: columns('id conversationId'),
      ...(take ? { take } : {}),
    })
  const [own, topicOfSample] = await Promise.all([
    turns({ notIn: samples }, limits.leastTurns),
    db.turnTopic.findFirst({
      where: { ...ownedBy(ownerId), conversationId: { in: samples }, topicId: { not: null } },
      select: columns('topicId'),
    }),
  ])
  const ofSample = own.length < limits.leastTurns
  return {
    has: (conversationId) => samples.includes(conversationId) === ofSample,
    others: ofSample ? own : await turns({ in: samples }),
    isNew: ofSample !== (topicOfSample !== null),
  }
}
