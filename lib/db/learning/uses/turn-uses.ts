import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { inChunks } from '@/lib/db/engine/pages'
import { type LearningDto, learningPartsSchema } from '@/lib/shared/learning/learning'
import { strategyStatusSchema } from '@/lib/shared/learning/strategies'
import { pick } from '@/lib/shared/pick'
import { shownOf } from '../retrieval'
import { verdictsOf } from '../verdicts'

const SHOWN = columns('id slug title content status')

/** What each turn had from the playbook, how it was judged and what it taught, without the trash. */
export async function learningOfTurns(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
): Promise<Map<string, LearningDto>> {
  const uses = await db.strategyUse.findMany({
    where: { ownerId, turnId: { in: [...turnIds] } },
    orderBy: { rank: 'asc' },
  })
  const [verdicts, sources] = await Promise.all([
    verdictsOf(db, ownerId, turnIds),
    taughtBy(db, ownerId, turnIds),
  ])
  const found = new Map<string, LearningDto>()
  const of = (turnId: string) => {
    const dto = found.get(turnId) ?? { used: [], others: 0, verdict: null, learned: [] }
    found.set(turnId, dto)
    return dto
  }
  for (const [turnId, verdict] of verdicts) if (verdict.label !== 'unknown') of(turnId).verdict = verdict
  if (uses.length + sources.length === 0) return found
  const isNamed = ({ place, cited }: (typeof uses)[number]) => place === 'retrieved' || cited
  const named = [
    ...new Set([
      ...uses.filter(isNamed).map(({ strategyId }) => strategyId),
      ...sources.map(({ refId }) => refId),
    ]),
  ]
  const [rows, shown] = await Promise.all([
    db.strategy.findMany({ where: { ...ownedBy(ownerId), id: { in: named } }, select: SHOWN }),
    shownOf(db, ownerId, named),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shownRow = (id: string) => (shown.has(id) ? byId.get(id) : undefined)
  for (const { refId, sourceTurnId } of sources) {
    const row = shownRow(refId)
    const status = strategyStatusSchema.safeParse(row?.status).data
    if (row && status) of(sourceTurnId).learned.push({ ...pick(row, 'slug title'), status })
  }
  for (const use of uses) {
    const dto = of(use.turnId)
    const row = shownRow(use.strategyId)
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

/** What these turns taught. The kind is negated, as in `ownedBy`, so that the turns are looked up. */
export const taughtBy = (db: Db, ownerId: string, turnIds: readonly string[]) =>
  inChunks(turnIds, (ids) =>
    db.provenance.findMany({
      where: {
        sourceTurnId: { in: ids },
        NOT: [{ ownerId: { not: ownerId } }, { kind: { not: 'strategy' } }],
      },
      select: columns('refId sourceTurnId'),
    }),
  )
