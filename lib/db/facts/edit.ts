import { changeOps } from '@/lib/db/engine/changes'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { isTaken } from '@/lib/db/engine/errors'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { factNorm } from '@/lib/shared/facts'

/** Changes statements that are not in the trash. @throws MnemeError not_found if there are none. */
async function change(db: Db, ownerId: string, ids: string[], data: Prisma.FactUpdateManyMutationInput) {
  const where = { ownerId, id: { in: ids }, trashId: null }
  const [changed] = await db.$transaction([
    db.fact.updateMany({ where, data }),
    ...changeOps(
      db,
      ownerId,
      ids.map((refId) => ({ kind: 'fact', refId, op: 'put' })),
    ),
  ])
  if (!(changed as { count: number }).count) throw notFound('fact')
}

export const pin = (db: Db, ownerId: string, ids: string[], pinned: boolean) =>
  change(db, ownerId, ids, { pinned })

export const approve = (db: Db, ownerId: string, ids: string[]) =>
  change(db, ownerId, ids, { status: 'active' })

/**
 * Corrects a fact. From then on it is the person's own statement, without the quotation it was read from.
 * @throws MnemeError conflict if the same turn states that already.
 */
export async function edit(
  db: Db,
  ownerId: string,
  { ids, predicate, object, from }: { ids: string[]; predicate: string; object: string; from?: Date },
): Promise<void> {
  const words = { predicate: predicate.toLowerCase(), object, objectNorm: factNorm(object) }
  try {
    await change(db, ownerId, ids, {
      ...words,
      ...{ origin: 'person', quote: null, confidence: 1 },
      ...(from ? { validFrom: from } : {}),
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    throw new MnemeError('conflict', 'The same turn states this fact already.', 'Forget one of the two.')
  }
}
