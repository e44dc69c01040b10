import type { Batch, Db } from '@/lib/db/engine/client'
import { type Feedback, feedbackSchema } from '@/lib/shared/turn/feedback'

/** What the person thinks of the answers of these turns. */
export async function feedbackOf(db: Db, ownerId: string, turnIds: string[]): Promise<Map<string, Feedback>> {
  const rows = await db.feedback.findMany({ where: { ownerId, turnId: { in: turnIds } } })
  return new Map(
    rows.flatMap((row) => {
      const parsed = feedbackSchema.safeParse(row)
      return parsed.success ? [[row.turnId, parsed.data] as const] : []
    }),
  )
}

/** Stores what a person thinks of an answer, with other writes; null takes it back. */
export async function saveFeedback(
  db: Db,
  ownerId: string,
  turnId: string,
  feedback: Feedback | null,
  at: Date,
  writes: Batch = [],
): Promise<void> {
  const row = { ownerId, ...feedback, at }
  await db.$transaction([
    feedback
      ? db.feedback.upsert({ where: { turnId }, create: { turnId, ...row, ...feedback }, update: row })
      : db.feedback.deleteMany({ where: { ownerId, turnId } }),
    ...writes,
  ])
}
