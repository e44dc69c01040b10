import { join, raw, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks, columns, insertOps, type NewRow } from '@/lib/db/engine/rows'
import type { StrategyState } from '@/lib/shared/learning/strategies'
import { columnsOf } from './state'

/** The last number of a strategy, and how often the playbook changed. */
export type Playbook = { strategyNo: number; playbookRev: number }
export const playbookOf = (db: Db, ownerId: string): Promise<Playbook> =>
  db.user.findUniqueOrThrow({ where: { id: ownerId }, select: columns('strategyNo playbookRev') })

/**
 * The first write of each transaction that changes the playbook or its log: it fails with P2025 if another
 * writer, learning or forgetting, has changed them since they were read.
 */
export const changePlaybook = (
  db: Db,
  ownerId: string,
  { strategyNo, playbookRev }: Playbook,
  last = strategyNo,
) =>
  db.user.update({
    where: { id: ownerId, playbookRev },
    data: { strategyNo: last, playbookRev: playbookRev + 1 },
    select: columns('id'),
  })

/** A strategy before and after some changes; null = it does not exist. */
export type ChangedStrategy = { id: string; before: StrategyState | null; after: StrategyState | null }

/**
 * Writes behind `changePlaybook`: the rows of these strategies as they are now, with changed sources and
 * links. A few statements for any number of strategies, since Prisma takes about 1 ms for each.
 */
export function rowOps(db: Db, ownerId: string, changed: readonly ChangedStrategy[], at: Date): Batch {
  const there = changed.flatMap(({ id, after }) => (after ? [{ id, after }] : []))
  const removed = changed.flatMap(({ id, before, after }) => (before && !after ? [id] : []))
  const moved = <K extends 'sources' | 'links'>(key: K) =>
    changed.filter(({ before, after }) => !isSame(before?.[key] ?? [], after?.[key] ?? []))
  const rows = there.map(({ id, after }) => ({ id, ownerId, ...columnsOf(after), updatedAt: at, version: 1 }))
  return [
    ...(rows[0] ? insertOps(db, 'Strategy', rows, replacing(rows[0])) : []),
    ...sourceOps(db, ownerId, moved('sources')),
    ...linkOps(db, ownerId, moved('links')),
    ...chunks(removed).map((ids) => db.strategy.deleteMany({ where: { ownerId, id: { in: ids } } })),
  ]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What an insert does with a row that exists. Uses and the trial mark are not part of a state and stay. */
function replacing(row: NewRow) {
  const columns = Object.keys(row).filter((name) => !['id', 'ownerId', 'version'].includes(name))
  const set = columns.map((name) => raw(`"${name}" = excluded."${name}"`))
  return sqltag` ON CONFLICT ("id") DO UPDATE SET ${join(set)}, "version" = "Strategy"."version" + 1 WHERE "Strategy"."ownerId" = excluded."ownerId"`
}

export const strategyPut = (refId: string) => ({ kind: 'strategy', refId, op: 'put' }) as const

/** Writes for a transaction: one more prompt may show each of these, while they are quarantined. */
export const trialOps = (db: Db, ownerId: string, all: readonly string[]): Batch =>
  chunks(all).map(
    (ids) => db.$executeRaw`UPDATE "Strategy" SET "trial" = TRUE
      WHERE "ownerId" = ${ownerId} AND "status" = 'quarantined' AND "id" IN (${join(ids)})`,
  )

function sourceOps(db: Db, ownerId: string, changed: readonly ChangedStrategy[]): Batch {
  const rows = changed.flatMap(({ id: refId, after }) =>
    (after?.sources ?? []).map((sourceTurnId) => ({ ownerId, kind: 'strategy', refId, sourceTurnId })),
  )
  const gone = idsWithSome(changed, 'sources').map((ids) =>
    db.provenance.deleteMany({ where: { ownerId, kind: 'strategy', refId: { in: ids } } }),
  )
  return [...gone, ...insertOps(db, 'Provenance', rows)]
}
function linkOps(db: Db, ownerId: string, changed: readonly ChangedStrategy[]): Batch {
  const rows = changed.flatMap(({ id: fromId, after }) =>
    (after?.links ?? []).map(({ to: toId, ...link }) => ({ fromId, toId, ownerId, ...link })),
  )
  const gone = idsWithSome(changed, 'links').map((ids) =>
    db.strategyLink.deleteMany({ where: { ownerId, fromId: { in: ids } } }),
  )
  return [...gone, ...insertOps(db, 'StrategyLink', rows)]
}
/** The strategies that had some before. */
const idsWithSome = (changed: readonly ChangedStrategy[], key: 'sources' | 'links') =>
  chunks(changed.flatMap(({ id, before }) => (before?.[key].length ? [id] : [])))
