'use server'

import { z } from 'zod'
import * as rows from '@/lib/db/memory/map'
import { recalledLinks } from '@/lib/db/memory/recalls'
import { getConversation } from '@/lib/db/turns/conversations'
import { loadNode as load } from '@/lib/memory/graph/graph-details'
import * as map from '@/lib/memory/map/find-turns'
import { loadMap as readMap } from '@/lib/memory/map/load-map'
import * as topics from '@/lib/services/topics'
import { notFound } from '@/lib/shared/errors'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { calendarSchema } from '@/lib/shared/memory/calendar'
import {
  type GraphPosition,
  type MapQuery,
  mapQuerySchema,
  nodeIdSchema,
  positionsSchema,
} from '@/lib/shared/memory/graph'
import { type Bundle, bundleSchema } from '@/lib/shared/memory/map'
import { idSchema } from '@/lib/shared/schemas'
import { textSchema } from '@/lib/shared/text'
import { runAction } from './run-action'

const searchSchema = textSchema(200)

/** A level of the memory map. */
export async function loadMap(input: MapQuery) {
  return runAction(mapQuerySchema, input, ({ db, ownerId }, query) => readMap(db, ownerId, query))
}

/** Everything about one node. */
export async function loadNode(input: { id: string }) {
  return runAction(z.strictObject({ id: nodeIdSchema }), input, async ({ db, ownerId }, { id }) => {
    const details = await load(db, ownerId, id)
    if (!details) throw notFound('memory')
    return details
  })
}

/**
 * Every recall of turn `asking` that found `found` (a turn, or the node of a file or summary), latest first.
 */
export async function loadLink(input: { asking: string; found: string }) {
  return runAction(
    z.strictObject({ asking: idSchema, found: nodeIdSchema }),
    input,
    async ({ db, ownerId }, { asking, found }) => {
      const links = await recalledLinks(db, ownerId, asking, found)
      if (links.length === 0) throw notFound('link')
      return { links }
    },
  )
}

/** The recalls that one link of the map stands for. */
export async function loadBundle(input: Bundle) {
  return runAction(bundleSchema, input, ({ db, ownerId }, bundle) => rows.recallsBetween(db, ownerId, bundle))
}

/** Turns whose message, answer or summary contains the text, the best first, with their topics. */
export async function findTurns(input: { conversationId?: string; text: string }) {
  return runAction(
    z.strictObject({ conversationId: idSchema.optional(), text: searchSchema }),
    input,
    async ({ db, ownerId }, { conversationId, text }) => {
      if (conversationId) await getConversation(db, ownerId, conversationId)
      return map.findTurns(db, ownerId, text, conversationId)
    },
  )
}

/** How many turns each week has, of which topic and conversation. */
export async function loadCalendar(input: z.input<typeof calendarSchema>) {
  return runAction(calendarSchema, input, ({ db, ownerId }, { offset }) =>
    rows.turnsByWeek(db, ownerId, offset),
  )
}

const topicSchema = z.strictObject({ topicId: idSchema, name: textSchema(limitsOfTopics.nameChars) })
/** Gives a topic the person's own name. */
export async function renameTopic(input: { topicId: string; name: string }) {
  return runAction(topicSchema, input, async (caller, { topicId, name }) => {
    await topics.renameTopic(caller, topicId, name)
    return null
  })
}

/** Stores positions of dragged nodes. */
export async function savePositions(input: GraphPosition[]) {
  return runAction(positionsSchema, input, async ({ db, ownerId }, moved) => {
    await rows.savePositions(db, ownerId, rows.MAP_VIEW, moved)
    return null
  })
}

/** Drops stored positions, so that the layout decides again. */
export async function resetPositions() {
  return runAction(z.undefined(), undefined, async ({ db, ownerId }) => {
    await rows.clearPositions(db, ownerId, rows.MAP_VIEW)
    return null
  })
}
