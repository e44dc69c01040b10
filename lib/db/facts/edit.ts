import { changeOps } from '@/lib/db/engine/changes'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { isTaken } from '@/lib/db/engine/errors'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { factNorm } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'

/** Changes statements that are not in the trash. @throws MnemeError not_found if there are none. */
async function change(
  db: Db,
  ownerId: string,
  ids: string[],
  data: Prisma.FactUpdateManyMutationInput,
  from?: Date,
) {
  const where = { ownerId, id: { in: ids }, trashId: null }
  const [changed] = await db.$transaction([
    db.fact.updateMany({ where, data }),
    ...(from ? datesOps(db, where, ids[0], from) : []),
    ...changeOps(
      db,
      ownerId,
      ids.map((refId) => ({ kind: 'fact', refId, op: 'put' })),
    ),
  ])
  if (!(changed as { count: number }).count) throw notFound('fact')
}

/**
 * A fact holds since its first statement; later ones keep their dates unless they would be earlier than that.
 */
const datesOps = (db: Db, where: Prisma.FactWhereInput, first: string | undefined, validFrom: Date) => [
  db.fact.updateMany({ where: { ...where, validFrom: { lt: validFrom } }, data: { validFrom } }),
  db.fact.updateMany({ where: { ...where, id: first ?? '' }, data: { validFrom } }),
]

export const pin = (db: Db, ownerId: string, ids: string[], pinned: boolean) =>
  change(db, ownerId, ids, { pinned })

export const approve = (db: Db, ownerId: string, ids: string[], approved: boolean) =>
  change(db, ownerId, ids, { status: approved ? 'active' : 'proposed' })

/** What statements are about. @throws MnemeError not_found if there are none. */
export async function subjectOf(db: Db, ownerId: string, ids: string[]): Promise<string> {
  const where = { ownerId, id: { in: ids }, trashId: null }
  const found = await db.fact.findFirst({ where, select: { subject: { select: { name: true } } } })
  if (!found) throw notFound('fact')
  return found.subject.name
}

/** What statements say, and the turns that state the same. @throws MnemeError not_found if there are none. */
export async function statedAlike(
  db: Db,
  ownerId: string,
  ids: string[],
): Promise<{ subject: string; object: string; turnIds: string[] }> {
  const where = { ownerId, id: { in: ids }, trashId: null }
  const found = await db.fact.findFirst({ where, include: { subject: { select: { name: true } } } })
  if (!found) throw notFound('fact')
  const { subjectId, predicate, objectNorm, object, subject } = found
  const alike = await db.fact.findMany({
    where: { ownerId, trashId: null, OR: [{ id: { in: ids } }, { subjectId, predicate, objectNorm }] },
    select: { sourceTurnId: true },
  })
  const turnIds = [...new Set(alike.flatMap(({ sourceTurnId }) => sourceTurnId ?? []))]
  return { subject: subject.name, object, turnIds }
}

/**
 * Corrects a fact. `ids` = its statements, the oldest first. From then on it is the person's own statement,
 * without the quotation it was read from.
 * @throws MnemeError conflict if the same turn states that already.
 */
export async function edit(
  db: Db,
  ownerId: string,
  { ids, now, from, ...said }: { ids: string[]; predicate: string; object: string; now: Date; from?: Date },
): Promise<void> {
  const { object } = said
  const words = { predicate: standardPredicate(said.predicate), object, objectNorm: factNorm(object) }
  const written = { origin: 'person', quote: null, confidence: 1, writtenAt: now }
  try {
    await change(db, ownerId, ids, { ...words, ...written }, from)
  } catch (error) {
    if (!isTaken(error)) throw error
    throw new MnemeError('conflict', 'This message already states that fact.', 'Forget one of the two.')
  }
}
