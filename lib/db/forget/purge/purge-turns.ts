import { join } from '@prisma/client/runtime/client'
import { type Batch, type Prisma, sqlNull } from '@/lib/db/engine/client'
import { chunks, columns } from '@/lib/db/engine/rows'
import { dropEntitiesOps } from '@/lib/db/facts/save'
import { clearContextOps } from '@/lib/db/memory/contexts'
import { removeUnitsOps } from '@/lib/db/memory/full-text'
import { turnPayload } from '@/lib/db/turns/jobs'
import { NO_PROMPT } from '@/lib/db/turns/steps'
import { EMPTIED_TURN } from '@/lib/db/turns/turns'
import { each } from '@/lib/shared/pick'
import { dropDerived } from './purge-derived'
import type { Purging } from './purge-due'
import { forgetMissesOf } from './purge-recalls'

/** Rows that no foreign key deletes with a turn; `files` = what becomes of recalls of files that it wrote. */
export function turnRowsOps({ db, ownerId }: Purging, turnIds: string[], files: 'keep' | 'delete'): Batch {
  const where = { ownerId, turnId: { in: turnIds } }
  return [
    db.recall.deleteMany({ where }),
    db.recallHit.deleteMany({
      where: { sourceTurnId: { in: turnIds }, ...(files === 'keep' ? { kind: { not: 'file' } } : {}) },
    }),
    db.citation.deleteMany({
      where: { OR: [{ turnId: { in: turnIds } }, { kind: 'turn', refId: { in: turnIds } }] },
    }),
    // Facts of other turns that say what these said.
    db.$executeRaw`DELETE FROM "Fact" WHERE "ownerId" = ${ownerId} AND "id" IN (
      SELECT "refId" FROM "Provenance" WHERE "kind" = 'fact' AND "sourceTurnId" IN (${join(turnIds)}))`,
    db.provenance.deleteMany({ where: { ownerId, sourceTurnId: { in: turnIds } } }),
    db.provenance.deleteMany({ where: { ownerId, kind: 'verdict', refId: { in: turnIds } } }),
    db.fact.deleteMany({ where: { ownerId, sourceTurnId: { in: turnIds } } }),
    ...dropEntitiesOps(db, ownerId),
    db.turnTopic.deleteMany({ where }),
    db.verdict.deleteMany({ where }),
    db.feedback.deleteMany({ where }),
    db.depthCorrection.deleteMany({ where }),
    db.embedding.deleteMany({ where: { ownerId, refId: { in: turnIds } } }),
    ...removeUnitsOps(db, ownerId, { refIds: turnIds }),
  ]
}

const EMPTY_TURN = { ...EMPTIED_TURN, ...each('messages plan window error', sqlNull) }
const EMPTY_STEP: Prisma.StepUpdateManyMutationInput = {
  ...{ text: '', reasoning: '', log: [], manifest: NO_PROMPT },
  ...each('decision error', sqlNull),
}

/** Blanks turns. Their places, token figures and workspace trees stay. Idempotent. */
export async function emptyTurns(purging: Purging, turnIds: string[]): Promise<void> {
  const { db, ownerId } = purging
  await forgetMissesOf(purging, turnIds)
  for (const ids of chunks(turnIds)) {
    await dropDerived(purging, ids, ids)
    const ofThem = { turnId: { in: ids } }
    await db.$transaction([
      ...turnRowsOps(purging, ids, 'keep'),
      ...clearContextOps(db, ownerId, ids),
      db.fileTouch.deleteMany({ where: { ownerId, ...ofThem, op: 'read' } }),
      db.upload.deleteMany({ where: { ownerId, usedByTurnId: { in: ids } } }),
      db.event.deleteMany({ where: ofThem }),
      db.toolCall.deleteMany({ where: { step: { ownerId, ...ofThem } } }),
      db.step.updateMany({ where: { ownerId, ...ofThem }, data: EMPTY_STEP }),
      db.turn.updateMany({ where: { ownerId, id: { in: ids }, trashId: { not: null } }, data: EMPTY_TURN }),
      ...clearJobsOps(purging, ids),
    ])
  }
}

/** Deletes roll-ups without any remaining source. */
export const dropEmptyRollUps = ({ db, ownerId }: Purging, conversationId: string) =>
  db.$executeRaw`DELETE FROM "Summary" WHERE "ownerId" = ${ownerId} AND "conversationId" = ${conversationId} AND "level" >= 1 AND "tokens" = 0
    AND NOT EXISTS (SELECT 1 FROM "Provenance" p WHERE p."kind" = 'summary' AND p."refId" = "Summary"."id")`

/** Deletes jobs of these turns, and clears what other jobs note where that mentions them. */
const clearJobsOps = ({ db, ownerId }: Purging, turnIds: string[]): Batch => [
  db.$executeRaw`DELETE FROM "Job" WHERE "ownerId" = ${ownerId} AND "payload" ->> 'turnId' IN (${join(turnIds)})`,
  db.$executeRaw`UPDATE "Job" SET "result" = NULL, "error" = NULL, "progress" = NULL WHERE "ownerId" = ${ownerId}
    AND ("result" IS NOT NULL OR "error" IS NOT NULL OR "progress" IS NOT NULL)
    AND EXISTS (SELECT 1 FROM "Turn" t WHERE t."id" IN (${join(turnIds)}) AND
      (CAST("result" AS TEXT) LIKE '%' || t."id" || '%' OR CAST("error" AS TEXT) LIKE '%' || t."id" || '%'
        OR CAST("progress" AS TEXT) LIKE '%' || t."id" || '%'))`,
]

/** Whether a running job may have read one of these turns: it could still write about them. */
export async function jobRunsOn(
  { db, ownerId }: Purging,
  conversationIds: string[],
  turnIds: ReadonlySet<string>,
): Promise<boolean> {
  const where = { ownerId, status: 'running' }
  const running = await db.job.findMany({ where, select: columns('kind payload') })
  const ids = running.flatMap(({ payload }) => turnPayload.safeParse(payload).data?.turnId ?? [])
  const readsAll = ({ kind }: { kind: string }) => kind.startsWith('topic') || kind === 'consolidate'
  if (running.some(readsAll) || ids.some((id) => turnIds.has(id))) return true
  // Jobs of a turn read the turns around it, and the files of its conversation.
  const of = await db.turn.findMany({
    where: { ownerId, id: { in: ids } },
    select: columns('conversationId'),
  })
  return of.some((turn) => conversationIds.includes(turn.conversationId))
}
