import { tell } from '../names/tell'
import type { Conversation } from '../recall/data'
import { fill } from '../recall/load'
import { seedTalk } from '../seed/seed'
import type { Workplace } from '../workplace'

/**
 * Stores exactly `turns` turns with their topics: whole conversations of the recall data, again and again while
 * they fit, and one seeded conversation with recalls. @returns the id of the seeded conversation.
 */
export async function remember(
  place: Workplace,
  ownerId: string,
  spoken: readonly Conversation[],
  turns: number,
): Promise<string> {
  const seeded = Math.max(1, Math.ceil(turns / 10))
  let left = turns
  for (let copy = 0, before = -1; before !== left; copy++) {
    before = left
    for (const one of spoken) {
      // A turn has at least one message.
      if (one.turns.length > left - seeded) continue
      await fill(place, ownerId, [{ ...one, id: `${one.id} ${copy}` }])
      left = turns - (await place.db.turn.count({ where: { ownerId } }))
    }
  }
  const { conversationId } = await seedTalk(place, {
    ...{ ownerId, turns: left, seed: turns, profile: 'work', withSteps: true },
  })
  await tell(place)
  return conversationId
}
