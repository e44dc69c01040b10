import type { OtherTurn } from '@/lib/shared/forget'
import { conversationChangeOps } from './changes'
import type { Db } from './client'
import { STILL_THERE } from './forget-plan'
import { ownedBy } from './owned'
import { chunks } from './pages'
import { STAGED, trashRow } from './trash'

/** A conversation that holds turns of an import. `first` = the import began it, `brought` = turns of the import that are not forgotten, `later` = whether others stand in it too, `turns` = all that are not forgotten. */
export type Touched = { id: string; first: boolean; brought: number; later: boolean; turns: number }

/** Every conversation, not in the trash, that holds turns of the import that began then. */
export async function touchedBy(db: Db, ownerId: string, importedAt: Date): Promise<Touched[]> {
  const there = { ownerId, conversation: { trashId: null } }
  const brought = await db.turn.groupBy({ by: ['conversationId'], where: { ...there, importedAt }, _count: { _all: true }, _min: { number: true } })
  const found: Touched[] = []
  for (const some of chunks(brought)) {
    const within = { ...ownedBy(ownerId), conversationId: { in: some.map((row) => row.conversationId) } }
    const count = async (more: object) =>
      new Map((await db.turn.groupBy({ by: ['conversationId'], where: { ...within, ...more }, _count: { _all: true } })).map((row) => [row.conversationId, row._count._all]))
    const [all, kept, ours] = await Promise.all([count({}), count(STILL_THERE), count({ ...STILL_THERE, importedAt })])
    for (const { conversationId: id, _count, _min } of some)
      found.push({ id, first: _min.number === 1, brought: ours.get(id) ?? 0, later: (all.get(id) ?? 0) > _count._all, turns: kept.get(id) ?? 0 })
  }
  return found
}

/** Whether a conversation of the import that began then is being written, in whichever process, or was when it was killed a short while ago. */
export async function isWriting(db: Db, ownerId: string, importedAt: Date, now: Date): Promise<boolean> {
  const staged = await db.trash.findMany({ where: { ownerId, what: { startsWith: STAGED }, purgeAt: { gt: now } }, select: { id: true } })
  if (staged.length === 0) return false
  const there = { ownerId, trashId: { in: staged.map((row) => row.id) } }
  return (await db.conversation.count({ where: { ...there, OR: [{ importedAt }, { turns: { some: { importedAt } } }] } })) > 0
}

type Removal = { trashId: string; conversationIds: string[]; cited: OtherTurn[] }
/** Puts all these conversations into the trash under one row, in one transaction: they are purged and come back together. */
export async function trashImported(db: Db, ownerId: string, { trashId, conversationIds, cited }: Removal, now: Date, undoMs: number): Promise<void> {
  await db.$transaction([
    trashRow(db, ownerId, trashId, { stage: 'held', kind: 'imported', conversationId: '', numbers: [], files: [], title: null, cited, started: null }, now, undoMs),
    ...chunks(conversationIds, 500).map((ids) => db.conversation.updateMany({ where: { ...ownedBy(ownerId), trashId: null, id: { in: ids } }, data: { trashId } })),
    // What was forgotten before keeps its own undo.
    db.$executeRaw`UPDATE "Turn" SET "trashId" = ${trashId} WHERE "ownerId" = ${ownerId} AND "trashId" IS NULL
      AND "conversationId" IN (SELECT "id" FROM "Conversation" WHERE "ownerId" = ${ownerId} AND "trashId" = ${trashId})`,
    ...conversationChangeOps(db, ownerId, trashId, 'del'),
  ])
}

/** The newest imports by the conversations they brought that are still here; what was brought from another place's imports counts there. */
export async function importsHere(db: Db, ownerId: string, take: number) {
  const there = { ownerId, trashId: null }
  const groups = await db.conversation.groupBy({
    by: ['importedAt', 'importedFile', 'origin'],
    where: { ...there, importedAt: { not: null } },
    _count: { _all: true },
    orderBy: { importedAt: 'desc' },
    take,
  })
  const found: { at: Date; file: string | null; origin: string; conversations: number }[] = []
  for (const { importedAt: at, importedFile: file, origin, _count } of groups)
    if (at && (await db.turn.findFirst({ where: { importedAt: at, conversation: { ...there, importedAt: at } }, select: { id: true } })))
      found.push({ at, file, origin, conversations: _count._all })
  return found
}
