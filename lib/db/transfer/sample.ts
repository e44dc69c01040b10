import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { asJson, ownedBy } from '@/lib/db/engine/rows'
import { listTrashed } from '@/lib/db/forget/trash-list'
import { samplesOf } from '@/lib/db/turns/conversations'
import { strategyTagSchema } from '@/lib/shared/learning/strategies'
import { verdictSchema } from '@/lib/shared/learning/verdict'
import { idSchema } from '@/lib/shared/schemas'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

/** What the sample has beyond an export: verdicts, and the strategies in its prompts. */
export const traceSchema = z.object({
  verdicts: z.array(verdictSchema.extend({ turnId: idSchema })),
  uses: z.array(
    z.object({
      turnId: idSchema,
      strategyId: idSchema,
      place: z.string(),
      rank: z.int(),
      parts: z.unknown(),
      cited: z.boolean(),
      trial: z.boolean(),
      tag: strategyTagSchema.nullable(),
    }),
  ),
})

export async function addTrace(
  db: Db,
  ownerId: string,
  { verdicts, uses }: z.infer<typeof traceSchema>,
  lastUsedAt: Date,
) {
  const counts = new Map<string, number>()
  for (const { strategyId } of uses) counts.set(strategyId, (counts.get(strategyId) ?? 0) + 1)
  await db.$transaction([
    db.verdict.createMany({ data: verdicts.map((row) => ({ ...row, ownerId })) }),
    db.strategyUse.createMany({ data: uses.map((row) => ({ ...row, ownerId, parts: asJson(row.parts) })) }),
    ...[...counts].map(([id, uses]) => {
      const where = { id, ...ownedBy(ownerId) }
      return db.strategy.update({ where, data: { uses, lastUsedAt }, select: { id: true } })
    }),
  ])
}

/** The person's sample conversation, unless it was deleted. */
export const findSample = async (db: Db, ownerId: string): Promise<string | null> =>
  (await samplesOf(db, ownerId))[0] ?? null

/** What a deleted sample is restored by, while that is possible. */
export async function findTrashedSample(db: Db, ownerId: string, now: Date): Promise<string | null> {
  const where = { ownerId, trashId: { not: null }, origin: SAMPLE_ORIGIN }
  const deleted = await db.conversation.findMany({ where, select: { id: true } })
  for (const { id } of deleted) {
    const [trashed] = await listTrashed(db, ownerId, now, id)
    if (trashed) return trashed.trashId
  }
  return null
}
