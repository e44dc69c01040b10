import { changeOps } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { each } from '@/lib/shared/pick'
import { readOptions } from '@/lib/shared/schemas'
import { type BranchPath, onPath, pathTo } from './path'

export type Turn = Awaited<ReturnType<typeof findTurn>> & object
export const findTurn = (db: Db, ownerId: string, id: string) =>
  db.turn.findFirst({ where: { id, ownerId, conversation: { trashId: null } } })

/** Turns by id, whoever owns them and in the trash too: only for internal loops, which check both. */
export const turnsById = (db: Db, ids: string[]) => db.turn.findMany({ where: { id: { in: ids } } })

export const turnOptions = (db: Db, ownerId: string, ids: string[]) =>
  db.turn.findMany({ where: { ...ownedBy(ownerId), id: { in: ids } }, select: { id: true, options: true } })

/** The options of the person's latest messages, imports aside. */
const sent = (db: Db, ownerId: string, take: number) =>
  db.turn.findMany({
    where: { ownerId, importedAt: null },
    orderBy: { createdAt: 'desc' },
    take,
    select: { options: true },
  })
export const latestSent = async (db: Db, ownerId: string) => (await sent(db, ownerId, 1))[0] ?? null
type Zoned = { db: Db; ownerId: string; zone?: string | null | undefined }
/** Messages in which a person's time zone is looked for: few have none, such as forgotten ones. */
const ZONED = 20
/** The time zone that is said, else the person's last known one, else the server's. Containers say UTC. */
export async function zoneFor({ db, ownerId, zone }: Zoned): Promise<string> {
  const isOwn = (one: string) => !/^(?:Etc\/)?UTC$/.test(one)
  if (zone && isOwn(zone)) return zone
  const said = (await sent(db, ownerId, ZONED)).flatMap(({ options }) => readOptions(options).timeZone ?? [])
  return said.find(isOwn) ?? said[0] ?? zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** @throws MnemeError not_found, the same for a missing turn and another user's. */
export async function getTurn(db: Db, ownerId: string, id: string): Promise<Turn> {
  const turn = await findTurn(db, ownerId, id)
  if (!turn) throw notFound('message')
  return turn
}

/** Whether a turn's content must not be shown: it was purged, or is in the trash. */
export const isForgotten = (turn: Pick<Turn, 'status' | 'trashId'>) =>
  turn.status === 'forgotten' || turn.trashId !== null

/** What a forgotten turn holds in place of its content. */
export const EMPTIED_TURN = {
  status: 'forgotten' as const,
  ...each('userText answer', ''),
  attachments: [],
  options: {},
  ...each('messages plan depth window error', null),
  ...each('userTokens answerTokens toolTokens recalledTokens contextTokens', 0),
}

/** A turn that was not forgotten. @throws MnemeError not_found, conflict. */
export async function keptTurn(db: Db, ownerId: string, id: string): Promise<Turn> {
  const turn = await getTurn(db, ownerId, id)
  if (isForgotten(turn))
    throw new MnemeError(
      'conflict',
      `Message ${turn.number} was forgotten.`,
      'Its content is no longer available.',
    )
  return turn
}

export async function turnPath(db: Db, ownerId: string, turnId: string): Promise<BranchPath> {
  const select = { number: true, branch: { select: columns('path') } } as const
  const turn = await db.turn.findFirst({ where: { id: turnId, ownerId }, select })
  if (!turn) throw notFound('message')
  return pathTo(turn.branch.path as BranchPath, turn.number)
}

/** The path to the turn before this one; empty for a first turn. */
export const pathBefore = async (
  db: Db,
  { ownerId, parentId, number }: Pick<Turn, 'ownerId' | 'parentId' | 'number'>,
): Promise<BranchPath> => (parentId ? pathTo(await turnPath(db, ownerId, parentId), number - 1) : [])

/** Versions of a turn with the same text that were sent before it, oldest first. */
export async function earlierVersions(db: Db, turn: Turn): Promise<{ id: string; createdAt: Date }[]> {
  const { id, ownerId, userText, createdAt } = turn
  const ids = (await siblingIds(db, ownerId, [turn])).get(id) ?? []
  const where = { ...ownedBy(ownerId), id: { in: ids }, userText, createdAt: { lt: createdAt } }
  return db.turn.findMany({ where, select: columns('id createdAt'), orderBy: { createdAt: 'asc' } })
}

/** Turns with the same parent, oldest first. */
export async function siblingIds(
  db: Db,
  ownerId: string,
  turns: Pick<Turn, 'id' | 'parentId' | 'conversationId'>[],
): Promise<Map<string, string[]>> {
  const first = turns[0]
  if (!first) return new Map()
  const ids = turns.flatMap((turn) => turn.parentId ?? [])
  const starts = turns.some((turn) => turn.parentId === null) ? [{ parentId: null, number: 1 }] : []
  const inConversation = { NOT: { conversationId: { not: first.conversationId } } }
  const rows = await db.turn.findMany({
    where: { AND: [ownedBy(ownerId), inConversation, { OR: [{ parentId: { in: ids } }, ...starts] }] },
    select: columns('id parentId'),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const siblingsOf = (parentId: string | null) =>
    rows.flatMap((row) => (row.parentId === parentId ? row.id : []))
  return new Map(turns.map((turn) => [turn.id, siblingsOf(turn.parentId)]))
}

/** Turns of a path in order, numbers `from` to `to`, forgotten ones too. */
export const turnsOnPath = (db: Db, ownerId: string, path: BranchPath, from: number, to: number) =>
  db.turn.findMany({ where: { ownerId, ...onPath(path, from, to) }, orderBy: { number: 'asc' } })

/** Activates the newest leaf that follows from `turnId`, on any branch. */
export const activateBranch = (db: Db, ownerId: string, turnId: string): Promise<string> =>
  retryLost(() => tryActivate(db, ownerId, turnId))

async function tryActivate(db: Db, ownerId: string, turnId: string): Promise<string> {
  const turn = await getTurn(db, ownerId, turnId)
  const where = { ownerId, conversationId: turn.conversationId }
  const branches = await db.branch.findMany({ where, select: columns('id path') })
  const goesOn = (path: BranchPath) => path.some(([id, max]) => id === turn.branchId && max >= turn.number)
  const behind = branches.flatMap(({ id, path }) => (goesOn(path as BranchPath) ? id : []))
  const newest = await db.turn.findFirst({
    where: { ownerId, branchId: { in: behind }, number: { gte: turn.number } },
    orderBy: [{ createdAt: 'desc' }, { number: 'desc' }],
    select: { branchId: true },
  })
  // A branch is a line, so its last turn is a leaf.
  const leaf = await db.turn.findFirst({
    where: { ownerId, branchId: newest?.branchId ?? turn.branchId },
    orderBy: { number: 'desc' },
    select: { id: true },
  })
  await db.$transaction([
    db.conversation.update({
      where: { id: turn.conversationId, ownerId, trashId: null },
      data: { activeLeafId: leaf?.id ?? turn.id },
      select: { id: true },
    }),
    ...changeOps(db, ownerId, [{ kind: 'conversation', refId: turn.conversationId, op: 'put' }]),
  ])
  return turn.conversationId
}
