import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import type { NamedTurn, OtherTurn } from '@/lib/shared/forget'
import { titlesOf } from './conversations'

/** Turns with the names of their conversations. Those that are gone for good by now are left out. */
export async function namedTurns(db: Db, ownerId: string, turns: OtherTurn[]): Promise<NamedTurn[]> {
  const there = new Map<string, { hidden: boolean }>()
  for (const ids of chunks([...new Set(turns.map((turn) => turn.turnId))]))
    for (const row of await db.turn.findMany({
      where: { ownerId, id: { in: ids }, status: { not: 'forgotten' } },
      select: { id: true, trashId: true },
    }))
      there.set(row.id, { hidden: row.trashId !== null })
  const titles = await titlesOf(db, ownerId, [...new Set(turns.map((turn) => turn.conversationId))])
  return turns.flatMap((turn) => {
    const state = there.get(turn.turnId)
    const title = titles.get(turn.conversationId) ?? null
    return state ? [{ ...turn, title, hidden: state.hidden || title === null }] : []
  })
}
