import type { Batch, Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { derivedOps } from '@/lib/db/forget/derived'
import { heldAmong } from '@/lib/db/forget/held'
import { type StoredVerdict, verdictSchema } from '@/lib/shared/learning/verdict'

const FIELDS = columns('label confidence reasons by trajectoryHash')

/** How turns went, by turn, without verdicts that are derived from something in the trash. */
export async function verdictsOf(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
): Promise<Map<string, StoredVerdict>> {
  const rows = await db.verdict.findMany({
    where: { ...ownedBy(ownerId), turnId: { in: [...turnIds] } },
    select: { ...FIELDS, turnId: true },
  })
  const held = await heldAmong(db, ownerId, 'verdict', turnIds)
  return new Map(
    rows.flatMap(({ turnId, ...row }) => {
      const verdict = held.has(turnId) ? undefined : verdictSchema.safeParse(row).data
      return verdict ? [[turnId, verdict] as const] : []
    }),
  )
}

export const verdictOf = async (db: Db, ownerId: string, turnId: string): Promise<StoredVerdict | null> =>
  (await verdictsOf(db, ownerId, [turnId])).get(turnId) ?? null

/** What a model said of a turn that went exactly like this. */
export async function modelVerdict(
  db: Db,
  ownerId: string,
  trajectoryHash: string,
): Promise<StoredVerdict | null> {
  const where = { ownerId, trajectoryHash, by: 'model' }
  const row = await db.verdict.findFirst({ where, select: FIELDS, orderBy: { turnId: 'asc' } })
  return verdictSchema.safeParse(row).data ?? null
}

/**
 * Writes for a transaction: the verdict on a turn, in place of an earlier one. `heard` = the turns whose
 * words were judged, itself and the messages after it.
 */
export function verdictOps(
  db: Db,
  ownerId: string,
  turnId: string,
  verdict: StoredVerdict,
  heard: readonly string[],
): Batch {
  const row = { ownerId, ...verdict }
  return [
    ...derivedOps(db, ownerId, 'verdict', turnId, heard),
    db.verdict.upsert({
      where: { turnId },
      create: { turnId, ...row },
      update: row,
      select: { turnId: true },
    }),
  ]
}
