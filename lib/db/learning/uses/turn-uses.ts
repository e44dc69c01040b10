import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks, ownedBy } from '@/lib/db/engine/rows'
import { shownStrategyIds, strategiesOf } from '@/lib/db/learning/strategies'
import { type LearningDto, learningPartsSchema } from '@/lib/shared/learning/learning'
import { strategyStatusSchema } from '@/lib/shared/learning/strategies'
import { pick } from '@/lib/shared/pick'
import { verdictsOf } from '../verdicts'

const SHOWN = columns('id slug title content status')

/** What each turn had from the playbook, how it was judged and what it taught, without the trash. */
export async function learningOfTurns(db: Db, ownerId: string, turnIds: readonly string[]) {
  const where = { ownerId, turnId: { in: [...turnIds] } }
  const uses = await db.strategyUse.findMany({ where, orderBy: { rank: 'asc' } })
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
  const ofUses = uses.filter(isNamed).map(({ strategyId }) => strategyId)
  const named = [...new Set([...ofUses, ...sources.map(({ refId }) => refId)])]
  const [rows, shown] = await Promise.all([
    db.strategy.findMany({ where: { ...ownedBy(ownerId), id: { in: named } }, select: SHOWN }),
    shownStrategyIds(db, ownerId, named),
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
        ...pick(row, 'slug title content'),
        place: use.place === 'retrieved' ? 'retrieved' : 'playbook',
        parts: learningPartsSchema.safeParse(use.parts).data ?? null,
        ...pick(use, 'cited trial'),
      })
  }
  return found
}

/** What these turns taught. The kind is negated, as in `ownedBy`, so that the turns are looked up. */
export const taughtBy = (db: Db, ownerId: string, turnIds: readonly string[]) =>
  inChunks(turnIds, (ids) => {
    const NOT = [{ ownerId: { not: ownerId } }, { kind: { not: 'strategy' } }]
    const where = { sourceTurnId: { in: ids }, NOT }
    return db.provenance.findMany({ where, select: columns('refId sourceTurnId') })
  })

/** The strategies in a turn's prompts, and those it added, by slug. Forgotten ones are left out. */
export async function strategiesOfTurn(db: Db, ownerId: string, turnId: string) {
  const mine = ownedBy(ownerId)
  const [uses, taught] = await Promise.all([
    db.strategyUse.findMany({
      where: { ...mine, turnId },
      orderBy: { rank: 'asc' },
      select: columns('strategyId'),
    }),
    taughtBy(db, ownerId, [turnId]),
  ])
  // Others of these were known before, and the turn only confirmed them.
  const where = { ...mine, strategyId: { in: taught.map(({ refId }) => refId) }, turnId, op: 'ADD' }
  const added = await db.delta.findMany({ where, orderBy: { seq: 'asc' }, select: columns('strategyId') })
  const ids = [...uses, ...added].map(({ strategyId }) => strategyId)
  const [rows, shown] = await Promise.all([
    strategiesOf(db, ownerId, ids),
    shownStrategyIds(db, ownerId, ids),
  ])
  const slugs = (of: { strategyId: string }[]) => [
    ...new Set(of.flatMap(({ strategyId: id }) => (shown.has(id) ? (rows.get(id)?.slug ?? []) : []))),
  ]
  return { used: slugs(uses), added: slugs(added) }
}

/** Whether jobs of a turn still have something to do. Their keys begin with its id. */
export const isLearning = async (db: Db, ownerId: string, turnId: string): Promise<boolean> =>
  (await db.job.count({
    where: { ...ownedBy(ownerId), key: { startsWith: `${turnId}.` }, status: { in: ['waiting', 'running'] } },
  })) > 0
