import type { Db } from '@/lib/db/engine/client'
import { namedTurns, titlesOf } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import { type ForgottenDto, proofSchema, type TrashedDto } from '@/lib/shared/memory/forget'
import { trashedOf } from './trashed'

/** Deleted conversations that can still be restored. */
const restorable = (ownerId: string, now: Date) => ({
  ...{ ownerId, final: false, purgeAt: { gt: now } },
  what: { startsWith: 'conversation ' },
})

/** The newest of them, or the one of a conversation. */
export async function listTrashed(db: Db, ownerId: string, now: Date, conversationId?: string) {
  const what = conversationId === undefined ? {} : { what: `conversation ${conversationId}` }
  const found = await db.trash.findMany({
    where: { ...restorable(ownerId, now), ...what },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: limits.forget.trashShown,
  })
  const rows = found.filter((row) => !trashedOf(row)?.emptied)
  const conversations = await db.conversation.findMany({
    where: { ownerId, trashId: { in: rows.map((row) => row.id) } },
    select: { trashId: true, title: true, _count: { select: { turns: true } } },
  })
  const byTrash = new Map(conversations.map((one) => [one.trashId, one]))
  return rows.map(
    ({ id, createdAt, purgeAt }): TrashedDto => ({
      trashId: id,
      title: byTrash.get(id)?.title ?? '',
      turns: byTrash.get(id)?._count.turns ?? 0,
      deletedAt: createdAt.toISOString(),
      leftMs: purgeAt.getTime() - now.getTime(),
    }),
  )
}

/** Lets the next purge remove one of them, or all. @returns how many. */
export async function dropTrashed(db: Db, ownerId: string, trashId: string | null, now: Date) {
  const where = { ...restorable(ownerId, now), ...(trashId === null ? {} : { id: trashId }) }
  return (await db.trash.updateMany({ where, data: { purgeAt: now } })).count
}

/** First and last number; 0 if there are none. */
export const spanOf = (numbers: number[]) =>
  numbers.reduce(
    (span, number) => ({ from: Math.min(span.from || number, number), to: Math.max(span.to, number) }),
    { from: 0, to: 0 },
  )

/** All numbers if some in between are missing; empty if the first and last describe them. */
export const gapsOf = (numbers: number[]) => {
  const { from, to } = spanOf(numbers)
  const all = [...new Set(numbers)].sort((a, b) => a - b)
  return all.length && all.length < to - from + 1 ? all : []
}

/** What was forgotten, newest first; `undoUntil` is null once it cannot be restored. */
export async function listForgotten(db: Db, ownerId: string, take: number, now = new Date()) {
  const where = { ownerId }
  const rows = await db.trash.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], take })
  const entries = rows.flatMap((row) => {
    const trashed = trashedOf(row)
    const proof = proofSchema.safeParse(row.held).data ?? null
    const about = proof ?? trashed
    return about ? [{ row, trashed, proof, about }] : []
  })
  const also = entries.flatMap(({ proof }) => proof?.also ?? [])
  const [titles, named] = await Promise.all([
    titlesOf(db, ownerId, [...new Set(entries.map(({ about }) => about.conversationId))]),
    namedTurns(db, ownerId, also),
  ])
  const names = new Map(named.map((turn) => [turn.turnId, turn]))
  return entries.map(({ row, trashed, proof, about }): ForgottenDto => {
    const { kind, conversationId } = about
    return {
      ...{ trashId: row.id, kind, conversationId },
      title: titles.get(conversationId) ?? null,
      ...(proof ? { from: proof.from, to: proof.to } : spanOf(trashed?.numbers ?? [])),
      numbers: proof ? (proof.numbers ?? []) : gapsOf(trashed?.numbers ?? []),
      forgottenAt: row.createdAt.toISOString(),
      undoUntil: proof || row.final ? null : row.purgeAt.toISOString(),
      undoMs: proof || row.final ? 0 : Math.max(0, row.purgeAt.getTime() - now.getTime()),
      together: trashed?.together?.length ?? 0,
      proof: proof && { ...proof, also: proof.also.flatMap((turn) => names.get(turn.turnId) ?? []) },
    }
  })
}
