import { sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { derivedOps } from '@/lib/db/forget/derived'
import { type FACT_ORIGINS, type FACT_STATUSES, factNorm, type Triple, USER } from '@/lib/shared/memory/facts'
import { standardPredicate } from '@/lib/shared/memory/predicates'
import { pick } from '@/lib/shared/pick'

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
  /** Turns whose words it may have besides those of its own. */
  others?: readonly string[]
}

/** Follows from the name, so that two writers make one row of it. */
const entityId = (ownerId: string, norm: string) => `ent_${sha256(`${ownerId}\n${norm}`).slice(0, 24)}`

/** The entity that a statement is about, by the name that the statement itself says. */
function subjectOps(db: Db, ownerId: string, subject: string): { id: string; made: Batch } {
  const norm = factNorm(subject)
  const id = entityId(ownerId, norm)
  const kind = norm === USER ? USER : 'other'
  const row = { id, ownerId, norm, name: subject.trim(), kind }
  return { id, made: [db.entity.upsert({ where: { id }, create: row, update: {}, select: { id: true } })] }
}

/** Writes for statements of facts. What a turn has stated already is left as it is. */
export function statementOps(db: Db, ownerId: string, facts: readonly NewStatement[]): Batch {
  const subjects = new Map(facts.map(({ subject }) => [subject, subjectOps(db, ownerId, subject)]))
  const writes: Batch = [...subjects.values()].flatMap(({ made }) => made)
  for (const { subject, turnId, from, writtenAt = null, others = [], ...said } of facts) {
    const { id } = said
    const subjectId = subjects.get(subject)?.id ?? ''
    const predicate = standardPredicate(said.predicate)
    const key = { ownerId, subjectId, predicate, objectNorm: factNorm(said.object) }
    const data = {
      ...pick(said, 'id object confidence quote origin status pinned'),
      ...{ ...key, validFrom: from, writtenAt, sourceTurnId: turnId },
    }
    const where =
      turnId === null
        ? { id }
        : { ownerId_subjectId_predicate_objectNorm_sourceTurnId: { ...key, sourceTurnId: turnId } }
    writes.push(
      ...derivedOps(db, ownerId, 'fact', id, others),
      db.fact.upsert({ where, create: data, update: {}, select: { id: true } }),
    )
  }
  return writes
}

/** Deletes entities that no statement is about. */
export const dropEntitiesOps = (db: Db, ownerId: string): Batch => [
  db.$executeRaw`DELETE FROM "Provenance" WHERE "ownerId" = ${ownerId} AND "kind" = 'fact'
    AND NOT EXISTS (SELECT 1 FROM "Fact" f WHERE f."id" = "Provenance"."refId")`,
  db.$executeRaw`DELETE FROM "Entity" WHERE "ownerId" = ${ownerId}
    AND NOT EXISTS (SELECT 1 FROM "Fact" f WHERE f."subjectId" = "Entity"."id")`,
]
