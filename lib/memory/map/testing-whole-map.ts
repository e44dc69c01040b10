import type { Db } from '@/lib/db/engine/client'
import { laneRows } from '@/lib/db/memory/graph'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import type { GraphDto } from '@/lib/shared/memory/graph'
import { loadMap } from './load-map'

/** Everything that any level of a person's map shows. */
export async function wholeMap(db: Db, ownerId: string): Promise<GraphDto> {
  const talks = await laneRows(db, ownerId)
  const turns = await db.turn.findMany({ where: { ownerId, ...REMEMBERED }, select: { id: true } })
  const places = [
    {},
    ...talks.map(({ id }) => ({ conversationId: id })),
    ...turns.map(({ id }) => ({ turnId: id })),
  ]
  const levels = await Promise.all(places.map((place) => loadMap(db, ownerId, place)))
  const once = <T extends { id: string }>(all: readonly T[]) => [
    ...new Map(all.map((one) => [one.id, one])).values(),
  ]
  return {
    conversations: once(levels.flatMap(({ conversations }) => conversations)),
    nodes: once(levels.flatMap(({ nodes }) => nodes)),
    edges: once(levels.flatMap(({ edges }) => edges)),
  }
}
