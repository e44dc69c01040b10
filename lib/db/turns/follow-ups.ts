import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { isMemoryOff } from '@/lib/shared/turn/memory-off'
import { REMEMBERED } from './turn-texts'
import type { Turn } from './turns'

type AskingTurn = Pick<Turn, 'id' | 'conversationId' | 'parentId' | 'number' | 'userText' | 'createdAt'>
export type FollowUp = { id: string; userText: string; answer: string }
/** `followed` = the messages that follow this one. */
export type FollowedUp = FollowUp & { followed: FollowUp[] }

const FIELDS = columns('id parentId userText answer window')
const ORDER = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

/** The next messages on any branch, each with those after it, without those sent with memory off. */
export async function followUpsOf(db: Db, ownerId: string, turn: AskingTurn): Promise<FollowedUp[]> {
  const within = { ...ownedBy(ownerId), ...REMEMBERED, conversationId: turn.conversationId }
  const behind = async (ids: string[]) =>
    (
      await db.turn.findMany({ where: { ...within, parentId: { in: ids } }, select: FIELDS, orderBy: ORDER })
    ).filter((turn) => !isMemoryOff(turn))
  const next = await behind([turn.id])
  const after = next.length ? await behind(next.map(({ id }) => id)) : []
  return next.map((one) => ({ ...one, followed: after.filter(({ parentId }) => parentId === one.id) }))
}

export const idsOfFollowUps = (after: readonly FollowedUp[]): string[] =>
  after.flatMap(({ id, followed }) => [id, ...followed.map((one) => one.id)])

/** The turn before this one and the one before that, the nearest first, without forgotten ones. */
export async function turnsBefore(
  db: Db,
  ownerId: string,
  { parentId }: Pick<Turn, 'parentId'>,
  count: number,
): Promise<FollowUp[]> {
  const found: FollowUp[] = []
  for (let id = parentId; id && found.length < count; ) {
    const where = { ...REMEMBERED, id, ownerId }
    const turn: (FollowUp & { parentId: string | null }) | null = await db.turn.findFirst({
      where,
      select: FIELDS,
    })
    if (!turn) break
    found.push(turn)
    id = turn.parentId
  }
  return found
}

const UNTRASHED = { trashId: null, conversation: { trashId: null } }
/** Writes that fail if one of these turns was forgotten, or put into the trash, since a job has read it. */
export const rememberedOps = (db: Db, ownerId: string, turnIds: readonly string[]): Batch =>
  [...new Set(turnIds)].map((id) =>
    db.turn.update({
      where: { id, ownerId, ...UNTRASHED, status: { not: 'forgotten' } },
      data: { ownerId },
      select: { id: true },
    }),
  )

/** Fails unless the turn is still what a job has read: this attempt, neither forgotten nor in the trash. */
export const unchangedOps = (db: Db, { id, ownerId, attempt }: Pick<Turn, 'id' | 'ownerId' | 'attempt'>) => [
  db.turn.update({
    where: { id, ownerId, attempt, ...UNTRASHED, status: { notIn: ['queued', 'running', 'forgotten'] } },
    data: { attempt },
    select: { id: true },
  }),
]
