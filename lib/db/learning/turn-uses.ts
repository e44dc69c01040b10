import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { type LearningDto, learningPartsSchema } from '@/lib/shared/learning'
import { shownOf } from './retrieval'

const SHOWN = columns('id slug title content')

/** What turns had from the playbook, by turn. Strategies that are forgotten or in the trash are left out. */
export async function learningOfTurns(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
): Promise<Map<string, LearningDto>> {
  const uses = await db.strategyUse.findMany({
    where: { ownerId, turnId: { in: [...turnIds] } },
    orderBy: { rank: 'asc' },
  })
  const found = new Map<string, LearningDto>()
  if (uses.length === 0) return found
  const isNamed = ({ place, cited }: (typeof uses)[number]) => place === 'retrieved' || cited
  const named = [...new Set(uses.filter(isNamed).map(({ strategyId }) => strategyId))]
  const [rows, shown] = await Promise.all([
    db.strategy.findMany({ where: { ownerId, id: { in: named } }, select: SHOWN }),
    shownOf(db, ownerId, named),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const use of uses) {
    const dto = found.get(use.turnId) ?? { used: [], others: 0 }
    found.set(use.turnId, dto)
    const row = shown.has(use.strategyId) ? byId.get(use.strategyId) : undefined
    if (!isNamed(use)) dto.others += 1
    else if (row)
      dto.used.push({
        slug: row.slug,
        title: row.title,
        content: row.content,
        place: use.place === 'retrieved' ? 'retrieved' : 'playbook',
        parts: learningPartsSchema.safeParse(use.parts).data ?? null,
        cited: use.cited,
        trial: use.trial,
      })
  }
  return found
}
