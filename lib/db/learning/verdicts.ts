import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { derivedOps } from '@/lib/db/forget/derived'
import { trashedAmong } from '@/lib/db/forget/visible'
import { type Verdict, verdictSchema } from '@/lib/shared/learning/verdict'

const FIELDS = columns('label confidence reasons by')

/** How turns went, by turn, without verdicts that are derived from something in the trash. */
export async function verdictsOf(db: Db, ownerId: string, turnIds: readonly string[]) {
  const where = { ...ownedBy(ownerId), turnId: { in: [...turnIds] } }
  const rows = await db.verdict.findMany({ where, select: { ...FIELDS, turnId: true } })
  const trashed = await trashedAmong(db, ownerId, 'verdict', turnIds)
  return new Map(
    rows.flatMap(({ turnId, ...row }) => {
      const verdict = trashed.has(turnId) ? undefined : verdictSchema.safeParse(row).data
      return verdict ? [[turnId, verdict] as const] : []
    }),
  )
}

export const verdictOf = async (db: Db, ownerId: string, turnId: string): Promise<Verdict | null> =>
  (await verdictsOf(db, ownerId, [turnId])).get(turnId) ?? null

/** Writes: the verdict on a turn, in place of an earlier one. `heard` = the turns whose words were judged. */
export function verdictOps(
  db: Db,
  ownerId: string,
  turnId: string,
  verdict: Verdict,
  heard: readonly string[],
): Batch {
  const row = { ownerId, ...verdict }
  return [
    ...derivedOps(db, ownerId, 'verdict', turnId, heard),
    db.verdict.upsert({
      where: { turnId },
      create: { turnId, ...row },
      update: row,
      select: columns('turnId'),
    }),
  ]
}

export const dropVerdictOps = (db: Db, ownerId: string, turnId: string): Batch => [
  db.verdict.deleteMany({ where: { ownerId, turnId } }),
]
