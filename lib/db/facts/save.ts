import { sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { type FACT_ORIGINS, type FACT_STATUSES, factNorm, type Triple, USER } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

export type NewStatement = Triple & {
  id: string
  confidence: number
  from: Date
  quote: string | null
  origin: (typeof FACT_ORIGINS)[number]
  status: (typeof FACT_STATUSES)[number]
  pinned?: boolean
  writtenAt?: Date | null | undefined
  turnId: string | null
}

/** Follows from the name, so that two writers make one row of it. */
const entityId = (ownerId: string, norm: string) => `ent_${sha256(`${ownerId}\n${norm}`).slice(0, 24)}`

/**
 * The entity that a statement is about: one of that name, or one that is called so ("Miso" is the cat), in the
 * sample only for what is said there.
 */
async function subjectOf(
  db: Db,
  { ownerId, turnId }: { ownerId: string; turnId: string | null },
  subject: string,
): Promise<{ id: string; made: Batch }> {
  const norm = factNorm(subject)
  const id = entityId(ownerId, norm)
  const known = await db.entity.findUnique({
    where: { ownerId_norm: { ownerId, norm } },
    select: { id: true },
  })
  if (known) return { id: known.id, made: [] }
  const [called] = await db.$queryRaw<{ id: string }[]>`
    SELECT f."subjectId" AS "id" FROM "Fact" f
    LEFT JOIN "Turn" t ON t."id" = f."sourceTurnId" LEFT JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE f."ownerId" = ${ownerId} AND f."predicate" = 'name' AND f."objectNorm" = ${norm}
      AND f."status" = 'active' AND f."trashId" IS NULL AND (c."id" IS NULL OR c."origin" <> ${SAMPLE_ORIGIN}
        OR c."id" = (SELECT "conversationId" FROM "Turn" WHERE "id" = ${turnId}))
    ORDER BY f."validFrom" DESC LIMIT 1`
  if (called) return { id: called.id, made: [] }
  const kind = norm === USER ? USER : 'other'
  const row = { id, ownerId, norm, name: subject.trim(), kind }
  const made = db.entity.upsert({ where: { id }, create: row, update: {}, select: { id: true } })
  return { id, made: [made] }
}

/** Writes for statements of facts. What a turn has stated already is left as it is. */
export async function statementOps(db: Db, ownerId: string, facts: readonly NewStatement[]): Promise<Batch> {
  const subjects = new Map<string, Awaited<ReturnType<typeof subjectOf>>>()
  for (const { subject, turnId } of facts)
    if (!subjects.has(subject)) subjects.set(subject, await subjectOf(db, { ownerId, turnId }, subject))
  const writes: Batch = [...subjects.values()].flatMap(({ made }) => made)
  for (const {
    id,
    subject,
    object,
    confidence,
    quote,
    origin,
    status,
    pinned,
    turnId,
    from,
    writtenAt = null,
    ...said
  } of facts) {
    const subjectId = subjects.get(subject)?.id ?? ''
    const predicate = standardPredicate(said.predicate)
    const objectNorm = factNorm(object)
    const data = {
      ...{ id, ownerId, subjectId, predicate, object, objectNorm, confidence, quote, origin, status },
      ...{ validFrom: from, writtenAt, sourceTurnId: turnId },
      ...(pinned === undefined ? {} : { pinned }),
    }
    writes.push(
      turnId === null
        ? db.fact.upsert({ where: { id }, create: data, update: {}, select: { id: true } })
        : db.fact.upsert({
            where: {
              ownerId_subjectId_predicate_objectNorm_sourceTurnId: {
                ...{ ownerId, subjectId, predicate, objectNorm, sourceTurnId: turnId },
              },
            },
            create: data,
            update: {},
            select: { id: true },
          }),
    )
  }
  return writes
}

/**
 * Deletes entities that no statement is about, and where removed facts and entities were placed in the graph.
 */
export const dropEntitiesOps = (db: Db, ownerId: string): Batch => [
  db.$executeRaw`DELETE FROM "Entity" WHERE "ownerId" = ${ownerId}
    AND NOT EXISTS (SELECT 1 FROM "Fact" f WHERE f."subjectId" = "Entity"."id")`,
  db.$executeRaw`DELETE FROM "GraphPosition" WHERE "ownerId" = ${ownerId}
    AND ("node" LIKE 'fact:%' AND NOT EXISTS (SELECT 1 FROM "Fact" f WHERE f."id" = SUBSTR("node", 6))
      OR "node" LIKE 'entity:%' AND NOT EXISTS (SELECT 1 FROM "Entity" e WHERE e."id" = SUBSTR("node", 8)))`,
]
