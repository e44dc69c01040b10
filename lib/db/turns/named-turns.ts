import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks } from '@/lib/db/engine/rows'
import type { NamedTurn, OtherTurn } from '@/lib/shared/memory/forget'
import { titlesOf } from './conversations'

/** Turns with the names of their conversations. Purged ones are left out. */
export async function namedTurns(db: Db, ownerId: string, turns: OtherTurn[]): Promise<NamedTurn[]> {
  const rows = await inChunks([...new Set(turns.map((turn) => turn.turnId))], (ids) =>
    db.turn.findMany({
      where: { ownerId, id: { in: ids }, status: { not: 'forgotten' } },
      select: columns('id trashId'),
    }),
  )
  const there = new Map(rows.map((row) => [row.id, row]))
  const titles = await titlesOf(db, ownerId, [...new Set(turns.map((turn) => turn.conversationId))])
  return turns.flatMap((turn) => {
    const row = there.get(turn.turnId)
    const title = titles.get(turn.conversationId) ?? null
    return row ? [{ ...turn, title, hidden: row.trashId !== null || title === null }] : []
  })
}
