import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { samplesOf } from '@/lib/db/turns/conversations'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'

/**
 * The turns that topics are made of: the person's or, while these are too few, the sample's. `others` belong
 * to no topic; `isNew` = today's topics are made of the others.
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
