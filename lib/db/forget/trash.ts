import { type ChangeRow, changeOps, changesTo } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { isGone, retryLost } from '@/lib/db/engine/errors'
import { chunks, columns } from '@/lib/db/engine/rows'
import { getConversation } from '@/lib/db/turns/conversations'
import type { TurnStatus } from '@/lib/shared/dto'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { OtherTurn } from '@/lib/shared/memory/forget'
import { STILL_THERE } from './forget-plan'
import {
  hasTrash,
  hasWorkspace,
  isWhole,
  PURGED,
  type Trashed,
  trashedOf,
  trashedWhole,
  whatOf,
} from './trashed'

type Entry = Trashed & { trashId: string; createdAt: Date }
const entriesOf = (rows: { id: string; createdAt: Date; what: string; held: unknown }[]): Entry[] =>
  rows.flatMap((row) => {
    const trashed = trashedOf(row)
    return trashed ? [{ ...trashed, trashId: row.id, createdAt: row.createdAt }] : []
  })

/** What is in the trash of an owner; `whole` = the conversations that are as a whole. */
export async function allTrashed(db: Db, ownerId: string): Promise<(Entry & { whole: string[] })[]> {
  if (!(await hasTrash(db, ownerId))) return []
  const where = { ownerId, what: { not: { startsWith: `${PURGED} ` } } }
  const rows = await db.trash.findMany({ where, orderBy: { createdAt: 'asc' } })
  return Promise.all(
    entriesOf(rows).map(async (one) => {
      const { trashId, kind } = one
      if (kind !== 'imported') return { ...one, whole: kind === 'conversation' ? [one.conversationId] : [] }
      const under = await db.conversation.findMany({ where: { ownerId, trashId }, select: columns('id') })
      return { ...one, whole: under.map(({ id }) => id) }
    }),
  )
}

export const trashRow = (db: Db, ownerId: string, id: string, trashed: Trashed, now: Date, undoMs: number) =>
  db.trash.create({
    data: {
      ...{ id, ownerId, what: whatOf(trashed), final: false, createdAt: now },
      ...{ purgeAt: new Date(now.getTime() + undoMs), held: trashed },
    },
    select: columns('id'),
  })

/** Moves a conversation to the trash. `cited` = other turns that cite it, for the proof. */
export async function trashConversation(
  db: Db,
  ownerId: string,
  id: string,
  trashId: string,
  now: Date,
  undoMs: number = limits.trash.undoMs,
  cited: OtherTurn[] = [],
): Promise<void> {
  await retryLost(async () => {
    await getConversation(db, ownerId, id)
    await db.$transaction([
      trashRow(db, ownerId, trashId, { ...trashedWhole(id), cited }, now, undoMs),
      db.conversation.update({
        where: { id, ownerId, trashId: null },
        data: { trashId },
        select: columns('id'),
      }),
      // Turns trashed earlier keep their own undo.
      db.turn.updateMany({ where: { ownerId, conversationId: id, trashId: null }, data: { trashId } }),
      ...changeOps(db, ownerId, changesTo('conversation', 'del', [id])),
    ])
  })
}

/** Moves statements of a fact to the trash. @throws MnemeError not_found if none of them is left. */
export async function trashFacts(
  db: Db,
  ownerId: string,
  trashId: string,
  facts: string[],
  now: Date,
  undoMs: number,
): Promise<void> {
  if (!(await db.fact.count({ where: { ownerId, id: { in: facts }, trashId: null } }))) throw notFound('fact')
  const trashed = { ...trashedWhole(''), kind: 'fact' as const, facts }
  await trashParts(db, ownerId, [{ trashId, turnIds: [], trashed }], now, undoMs)
}

/** Turns and files of one conversation that share a trash row. */
export type TrashPart = { trashId: string; turnIds: string[]; trashed: Trashed }

/** Moves parts to the trash as one. @throws MnemeError conflict if a turn runs, waits or is there already. */
export async function trashParts(db: Db, ownerId: string, parts: TrashPart[], now: Date, undoMs: number) {
  const busy = new MnemeError(
    'conflict',
    'A message that is still being answered cannot be forgotten.',
    'Stop it first, then forget it.',
  )
  const ids = parts.map((part) => part.trashId)
  const writes = parts.flatMap(({ trashId, turnIds, trashed }): Batch => {
    const { conversationId, facts, title } = trashed
    const together = ids.filter((id) => id !== trashId)
    const linked = together.length ? { ...trashed, together } : trashed
    const idle = { trashId: null, status: { notIn: ['running', 'queued', 'forgotten'] as TurnStatus[] } }
    return [
      trashRow(db, ownerId, trashId, linked, now, undoMs),
      db.fact.updateMany({ where: { ownerId, id: { in: facts }, trashId: null }, data: { trashId } }),
      ...chunks(turnIds).map((some) =>
        db.turn.updateMany({
          where: { ownerId, conversationId, id: { in: some }, ...idle },
          data: { trashId },
        }),
      ),
      ...(trashed.kind === 'conversation'
        ? [
            // Fails if a turn has begun since.
            db.conversation.update({
              where: { id: conversationId, ownerId, trashId: null, turns: { none: STILL_THERE } },
              data: { trashId },
              select: columns('id'),
            }),
          ]
        : []),
      ...(title ? [renameOp(db, ownerId, conversationId, title.before, title.after)] : []),
    ]
  })
  const changed = parts.flatMap(({ trashed, turnIds }) => changesOf(trashed, turnIds, 'del'))
  await db.$transaction([...writes, ...changeOps(db, ownerId, changed)]).catch((error: unknown) => {
    throw isGone(error) ? busy : error
  })
  const taken = await db.turn.count({ where: { ownerId, trashId: { in: ids } } })
  if (taken === parts.reduce((sum, part) => sum + part.turnIds.length, 0)) return
  await restoreTrash(db, ownerId, ids[0] ?? '')
  throw busy
}

/** Unless the person has renamed it meanwhile. */
const renameOp = (db: Db, ownerId: string, id: string, from: string, to: string) =>
  db.conversation.updateMany({ where: { id, ownerId, title: from }, data: { title: to } })

function changesOf(trashed: Trashed, turnIds: string[], op: ChangeRow['op']): ChangeRow[] {
  const { conversationId, facts, files, title } = trashed
  const changesMore = title !== null || files.length > 0 || turnIds.length + facts.length === 0
  return [
    ...changesTo('conversation', op, isWhole(trashed) ? [conversationId] : []),
    ...changesTo('fact', op, facts),
    ...changesTo('turn', op, turnIds),
    ...changesTo('file', op, files.length ? [conversationId] : []),
    ...changesTo('conversation', 'put', changesMore && !isWhole(trashed) ? [conversationId] : []),
  ]
}

/**
 * Restores everything that was trashed in the same operation. @throws MnemeError not_found once the purge has
 * begun; conflict if a running turn would overwrite the restored files or state.
 */
export async function restoreTrash(db: Db, ownerId: string, trashId: string): Promise<Entry[]> {
  const find = async (ids: string[]) =>
    entriesOf(await db.trash.findMany({ where: { ownerId, id: { in: ids }, final: false } }))
  const [first] = await find([trashId])
  const ids = [trashId, ...(first?.together ?? [])]
  const all = await find(ids)
  if (all.length !== ids.length) throw notFound('deleted conversation')
  const under = { ownerId, trashId: { in: ids } }
  const [whole, turns] = await Promise.all([
    db.conversation.findMany({ where: under, select: columns('id') }),
    all.every(isWhole) ? [] : db.turn.findMany({ where: under, select: columns('id trashId') }),
  ])
  const back = all.flatMap((one) => {
    const own = turns.flatMap((turn) => (turn.trashId === one.trashId ? turn.id : []))
    return isWhole(one) ? [] : changesOf(one, own, 'put')
  })
  const wholeIds = whole.map(({ id }) => id)
  const reworked = all.filter(hasWorkspace).map((one) => one.conversationId)
  const running = { status: 'running' as const }
  try {
    await db.$transaction([
      ...ids.map((id) => db.trash.delete({ where: { id, ownerId, final: false }, select: columns('id') })),
      // Changes nothing, but fails while a turn runs, since the workspace of that turn lacks the files.
      ...reworked.map((id) => {
        const where = { id, ownerId, turns: { none: running } }
        return db.conversation.update({ where, data: { id }, select: columns('id') })
      }),
      db.conversation.updateMany({ where: under, data: { trashId: null } }),
      db.turn.updateMany({ where: under, data: { trashId: null } }),
      db.fact.updateMany({ where: under, data: { trashId: null } }),
      ...all.flatMap(({ title, conversationId }) =>
        title ? [renameOp(db, ownerId, conversationId, title.after, title.before)] : [],
      ),
      ...changeOps(db, ownerId, [...changesTo('conversation', 'put', wholeIds), ...back]),
    ])
  } catch (error) {
    const where = { ownerId, conversationId: { in: reworked }, ...running }
    if (reworked.length && (await db.turn.count({ where })))
      throw new MnemeError(
        'conflict',
        'A message of this conversation is being answered without what was forgotten.',
        'Stop the answer first, or wait for it, then undo.',
      )
    throw isGone(error) ? notFound('deleted conversation') : error
  }
  return all
}
