import { type ChangeRow, changeOps, conversationChangeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { isGone, retryLost } from '@/lib/db/engine/errors'
import { chunks } from '@/lib/db/engine/pages'
import { getConversation } from '@/lib/db/turns/conversations'
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

/**
 * An owner's trash entries whose purge is not complete; `whole` = ids of conversations trashed as a whole.
 */
export async function allTrashed(
  db: Db,
  ownerId: string,
): Promise<(Trashed & { trashId: string; createdAt: Date; whole: string[] })[]> {
  if (!(await hasTrash(db, ownerId))) return []
  const rows = await db.trash.findMany({
    where: { ownerId, what: { not: { startsWith: `${PURGED} ` } } },
    orderBy: { createdAt: 'asc' },
  })
  const entries = rows.flatMap((row) => {
    const trashed = trashedOf(row)
    return trashed
      ? [
          {
            ...trashed,
            trashId: row.id,
            createdAt: row.createdAt,
            whole: trashed.kind === 'conversation' ? [trashed.conversationId] : [],
          },
        ]
      : []
  })
  for (const one of entries)
    if (one.kind === 'imported')
      one.whole = (
        await db.conversation.findMany({ where: { ownerId, trashId: one.trashId }, select: { id: true } })
      ).map((row) => row.id)
  return entries
}

export const trashRow = (db: Db, ownerId: string, id: string, trashed: Trashed, now: Date, undoMs: number) =>
  db.trash.create({
    data: {
      id,
      ownerId,
      what: whatOf(trashed),
      final: false,
      createdAt: now,
      purgeAt: new Date(now.getTime() + undoMs),
      proof: trashed,
    },
    select: { id: true },
  })

/**
 * Moves a conversation to the trash: hidden at once, and purged after the undo period. `cited` = other turns
 * that cite it, for the proof.
 */
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
        select: { id: true },
      }),
      // Turns trashed earlier keep their own undo.
      db.turn.updateMany({ where: { ownerId, conversationId: id, trashId: null }, data: { trashId } }),
      ...changeOps(db, ownerId, [{ kind: 'conversation', refId: id, op: 'del' }]),
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
  const where = { ownerId, id: { in: facts }, trashId: null }
  if (!(await db.fact.count({ where }))) throw notFound('fact')
  await trashParts(db, ownerId, trashId, [], { ...trashedWhole(''), kind: 'fact', facts }, now, undoMs)
}

const CHUNK = 400
const busy = () =>
  new MnemeError(
    'conflict',
    'A message that is still being answered cannot be forgotten.',
    'Stop it first, then forget it.',
  )

/** Turns and files of one conversation that share a trash row. */
export type Part = { trashId: string; turnIds: string[]; trashed: Trashed }

export const trashParts = (
  db: Db,
  ownerId: string,
  trashId: string,
  turnIds: string[],
  trashed: Trashed,
  now: Date,
  undoMs: number,
): Promise<void> => trashTogether(db, ownerId, [{ trashId, turnIds, trashed }], now, undoMs)

/**
 * Moves parts of conversations to the trash in one operation; they are restored together. @throws MnemeError
 * conflict if a turn is running, queued or already in the trash; then nothing changes.
 */
export async function trashTogether(
  db: Db,
  ownerId: string,
  parts: Part[],
  now: Date,
  undoMs: number,
): Promise<void> {
  const ids = parts.map((part) => part.trashId)
  const writes = parts.flatMap(({ trashId, turnIds, trashed }): Batch => {
    const together = ids.filter((id) => id !== trashId)
    const linked = together.length ? { ...trashed, together } : trashed
    return partOps(db, ownerId, { trashId, turnIds, trashed: linked }, now, undoMs)
  })
  const changed = parts.flatMap(({ trashed, turnIds }) => changesOf(trashed, turnIds, 'del'))
  await db.$transaction([...writes, ...changeOps(db, ownerId, changed)]).catch((error: unknown) => {
    throw isGone(error) ? busy() : error
  })
  const taken = await db.turn.count({ where: { ownerId, trashId: { in: ids } } })
  if (taken === parts.reduce((sum, part) => sum + part.turnIds.length, 0)) return
  await restoreTrash(db, ownerId, ids[0] ?? '')
  throw busy()
}

function partOps(
  db: Db,
  ownerId: string,
  { trashId, turnIds, trashed }: Part,
  now: Date,
  undoMs: number,
): Batch {
  const { conversationId, title } = trashed
  const whole = trashed.kind === 'conversation'
  const where = (ids: string[]) => ({
    ownerId,
    conversationId,
    trashId: null,
    id: { in: ids },
    status: { notIn: ['running' as const, 'queued' as const, 'forgotten' as const] },
  })
  const writes: Batch = [trashRow(db, ownerId, trashId, trashed, now, undoMs)]
  if (trashed.facts.length)
    writes.push(
      db.fact.updateMany({ where: { ownerId, id: { in: trashed.facts }, trashId: null }, data: { trashId } }),
    )
  for (const ids of chunks(turnIds, CHUNK))
    writes.push(db.turn.updateMany({ where: where(ids), data: { trashId } }))
  if (whole)
    writes.push(
      // Fails if a turn has begun since.
      db.conversation.update({
        where: { id: conversationId, ownerId, trashId: null, turns: { none: STILL_THERE } },
        data: { trashId },
        select: { id: true },
      }),
    )
  if (title)
    writes.push(
      db.conversation.updateMany({
        where: { id: conversationId, ownerId, title: title.before },
        data: { title: title.after },
      }),
    )
  return writes
}

const changesOf = (trashed: Trashed, turnIds: string[], op: ChangeRow['op']): ChangeRow[] => [
  ...(isWhole(trashed) ? [{ kind: 'conversation' as const, refId: trashed.conversationId, op }] : []),
  ...trashed.facts.map((refId): ChangeRow => ({ kind: 'fact', refId, op })),
  ...turnIds.map((refId): ChangeRow => ({ kind: 'turn', refId, op })),
  ...(trashed.files.length ? [{ kind: 'file' as const, refId: trashed.conversationId, op }] : []),
  ...(!isWhole(trashed) &&
  (trashed.title || trashed.files.length || turnIds.length + trashed.facts.length === 0)
    ? [{ kind: 'conversation' as const, refId: trashed.conversationId, op: 'put' as const }]
    : []),
]

const idle = (id: string, ownerId: string) => ({
  id,
  ownerId,
  turns: { none: { status: 'running' as const } },
})
const answering = () =>
  new MnemeError(
    'conflict',
    'A message of this conversation is being answered without what was forgotten.',
    'Stop the answer first, or wait for it, then undo.',
  )

export type Restored = Trashed & { trashId: string; createdAt: Date }
/**
 * Restores everything that was trashed in the same operation. @throws MnemeError not_found once the purge has
 * begun; conflict if a running turn would overwrite the restored files or state.
 */
export async function restoreTrash(db: Db, ownerId: string, trashId: string): Promise<Restored[]> {
  const row = await db.trash.findFirst({ where: { id: trashId, ownerId, final: false } })
  const trashed = row && trashedOf(row)
  if (!trashed) throw notFound('deleted conversation')
  const ids = [trashId, ...(trashed.together ?? [])]
  const others =
    ids.length > 1
      ? await db.trash.findMany({ where: { ownerId, id: { in: trashed.together ?? [] }, final: false } })
      : []
  const all = [row, ...others].flatMap((one) => {
    const what = trashedOf(one)
    return what ? [{ ...what, trashId: one.id, createdAt: one.createdAt }] : []
  })
  if (all.length !== ids.length) throw notFound('deleted conversation')
  const [conversations, turns] = await Promise.all([
    trashed.kind === 'imported'
      ? []
      : db.conversation.findMany({ where: { ownerId, trashId: { in: ids } }, select: { id: true } }),
    all.every(isWhole)
      ? []
      : db.turn.findMany({ where: { ownerId, trashId: { in: ids } }, select: { id: true, trashId: true } }),
  ])
  const puts = conversations.map(({ id }) => ({ kind: 'conversation', refId: id, op: 'put' }) as const)
  const back = all.flatMap((one) =>
    isWhole(one)
      ? []
      : changesOf(
          one,
          turns.filter((turn) => turn.trashId === one.trashId).map((turn) => turn.id),
          'put',
        ),
  )
  const reworked = all.filter(hasWorkspace).map((one) => one.conversationId)
  try {
    await db.$transaction([
      ...ids.map((id) => db.trash.delete({ where: { id, ownerId, final: false }, select: { id: true } })),
      ...(trashed.kind === 'imported' ? conversationChangeOps(db, ownerId, trashId, 'put') : []),
      // Changes nothing, but fails while a turn runs, since the workspace of that turn lacks the files.
      ...reworked.map((id) =>
        db.conversation.update({ where: idle(id, ownerId), data: { id }, select: { id: true } }),
      ),
      db.conversation.updateMany({ where: { ownerId, trashId: { in: ids } }, data: { trashId: null } }),
      db.turn.updateMany({ where: { ownerId, trashId: { in: ids } }, data: { trashId: null } }),
      db.fact.updateMany({ where: { ownerId, trashId: { in: ids } }, data: { trashId: null } }),
      ...all.flatMap(({ title, conversationId }) =>
        title
          ? [
              db.conversation.updateMany({
                where: { id: conversationId, ownerId, title: title.after },
                data: { title: title.before },
              }),
            ]
          : [],
      ),
      ...changeOps(db, ownerId, [...puts, ...back]),
    ])
  } catch (error) {
    if (
      reworked.length &&
      (await db.turn.count({ where: { ownerId, conversationId: { in: reworked }, status: 'running' } }))
    )
      throw answering()
    throw isGone(error) ? notFound('deleted conversation') : error
  }
  return all
}
