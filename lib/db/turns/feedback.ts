import type { Batch, Db } from '@/lib/db/engine/client'
import { limits } from '@/lib/shared/limits'
import { type Depth, depthSchema } from '@/lib/shared/turn/depth'
import { type Feedback, feedbackSchema } from '@/lib/shared/turn/feedback'
import { REMEMBERED } from './turn-texts'

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

/** A message, and the depth that its person says it should have had. */
export type DepthCorrection = { turnId: string; text: string; depth: Depth }

/** The latest corrections of turns that memory may use, newest first. */
export async function depthCorrections(db: Db, ownerId: string): Promise<DepthCorrection[]> {
  const rows = await db.depthCorrection.findMany({
    where: { ownerId },
    orderBy: [{ at: 'desc' }, { turnId: 'asc' }],
    take: limits.depth.corrections,
  })
  if (rows.length === 0) return []
  const where = { ...REMEMBERED, ownerId, id: { in: rows.map(({ turnId }) => turnId) } }
  const turns = await db.turn.findMany({ where, select: { id: true, userText: true } })
  const texts = new Map(turns.map((turn) => [turn.id, turn.userText]))
  return rows.flatMap(({ turnId, depth }) => {
    const text = texts.get(turnId)
    const parsed = depthSchema.safeParse(depth)
    return text && parsed.success ? [{ turnId, text, depth: parsed.data }] : []
  })
}

export async function correctionsOf(db: Db, ownerId: string, turnIds: string[]): Promise<Map<string, Depth>> {
  const rows = await db.depthCorrection.findMany({ where: { ownerId, turnId: { in: turnIds } } })
  return new Map(
    rows.flatMap(({ turnId, depth }) => {
      const parsed = depthSchema.safeParse(depth)
      return parsed.success ? [[turnId, parsed.data] as const] : []
    }),
  )
}

/** Stores a correction of a turn; null removes it. */
export async function saveCorrection(db: Db, ownerId: string, turnId: string, depth: Depth | null, at: Date) {
  if (depth === null) return void (await db.depthCorrection.deleteMany({ where: { ownerId, turnId } }))
  const row = { ownerId, depth, at }
  await db.depthCorrection.upsert({ where: { turnId }, create: { turnId, ...row }, update: row })
}
