'use server'

import { z } from 'zod'
import * as rows from '@/lib/db/memory/map'
import { recalledLinks } from '@/lib/db/memory/recalls'
import { getConversation } from '@/lib/db/turns/conversations'
import * as graph from '@/lib/memory/graph/graph-details'
import * as found from '@/lib/memory/map/find-turns'
import * as map from '@/lib/memory/map/load-map'
import * as topics from '@/lib/services/topics'
import { notFound } from '@/lib/shared/errors'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { calendarSchema } from '@/lib/shared/memory/calendar'
import { mapQuerySchema, nodeIdSchema, positionsSchema } from '@/lib/shared/memory/graph'
import { bundleSchema } from '@/lib/shared/memory/map'
import { idSchema } from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { action, plainAction } from './action'

/** A level of the memory map. */
export const loadMap = action(mapQuerySchema, ({ db, ownerId }, query) => map.loadMap(db, ownerId, query))

/** Everything about one node. */
export const loadNode = action(z.strictObject({ id: nodeIdSchema }), async ({ db, ownerId }, { id }) => {
  const details = await graph.loadNode(db, ownerId, id)
  if (!details) throw notFound('memory')
  return details
})

/**
 * Every recall of turn `asking` that found `found` (a turn, or the node of a file or summary), latest first.
 */
export const loadLink = action(
  z.strictObject({ asking: idSchema, found: nodeIdSchema }),
  async ({ db, ownerId }, { asking, found }) => {
    const links = await recalledLinks(db, ownerId, asking, found)
    if (links.length === 0) throw notFound('link')
    return { links }
  },
)

/** The recalls that one link of the map stands for. */
export const loadBundle = action(bundleSchema, ({ db, ownerId }, bundle) =>
  rows.recallRowsBetween(db, ownerId, bundle),
)

/** Turns whose message, answer or summary contains the text, the best first, with their topics. */
export const findTurns = action(
  z.strictObject({ conversationId: idSchema.optional(), text: textSchema(200) }),
  async ({ db, ownerId }, { conversationId, text }) => {
    if (conversationId) await getConversation(db, ownerId, conversationId)
    return found.findTurns(db, ownerId, text, conversationId)
  },
)

/** How many turns each week has, of which topic and conversation. */
export const loadCalendar = action(calendarSchema, ({ db, ownerId }, { offset }) =>
  rows.turnsByWeek(db, ownerId, offset),
)

/** Gives a topic the person's own name. */
export const renameTopic = action(
  z.strictObject({ topicId: idSchema, name: textSchema(limitsOfTopics.nameChars) }),
  async (caller, { topicId, name }) => {
    await topics.renameTopic(caller, topicId, name)
    return null
  },
)

/** Stores positions of dragged nodes. */
export const savePositions = action(positionsSchema, async ({ db, ownerId }, moved) => {
  await rows.savePositions(db, ownerId, rows.MAP_VIEW, moved)
  return null
})

/** Drops stored positions, so that the layout decides again. */
export const resetPositions = plainAction(async ({ db, ownerId }) => {
  await rows.clearPositions(db, ownerId, rows.MAP_VIEW)
  return null
})
