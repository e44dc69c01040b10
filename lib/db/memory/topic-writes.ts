import { join, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { chunks, columns, inChunks, insertOps, ownedBy, PAGE, pages } from '@/lib/db/engine/rows'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import { pick } from '@/lib/shared/pick'
import { type Num, remembered } from './graph'
import {
  conversationNaming,
  isTitledByPerson,
  type TopicRow,
  type TopicState,
  type TopicWord,
  titleKeyOf,
  turnsTrashedSince,
} from './topics'

/** Owners whose turns changed since their topics were last looked at, and who have no such job for it. */
export async function ownersWithChanges(db: Db, kind: string): Promise<{ id: string; rev: number }[]> {
  const rows = await db.$queryRaw<{ id: string; rev: Num }[]>`
    SELECT u."id" AS "id", u."memoryRev" AS "rev" FROM "User" u LEFT JOIN "TopicState" s ON s."ownerId" = u."id"
    WHERE EXISTS (SELECT 1 FROM "Change" c WHERE c."ownerId" = u."id" AND c."rev" > COALESCE(s."seenRev", 0) AND c."kind" IN ('turn', 'conversation'))
      AND NOT EXISTS (SELECT 1 FROM "Job" j WHERE j."ownerId" = u."id" AND j."kind" = ${kind} AND (j."status" IN ('waiting', 'running') OR j."key" = CAST(u."memoryRev" AS TEXT)))`
  return rows.map((row) => ({ ...row, rev: Number(row.rev) }))
}

const IDS = 500
/** Turns that memory may use and that are not assigned, among those that changed after a revision. */
export async function newTurns(db: Db, ownerId: string, rev: number): Promise<string[]> {
  const where = { ownerId, rev: { gt: rev }, kind: { in: ['turn', 'conversation'] }, op: 'put' }
  const changed = await db.change.findMany({ where, select: columns('kind refId') })
  const refs = (kind: string) => [
    ...new Set(changed.flatMap((one) => (one.kind === kind ? [one.refId] : []))),
  ]
  const conversations = refs('conversation')
  // New turns of a conversation that is known are reported themselves.
  const known = await inChunks(conversations, (ids) =>
    db.turnTopic.findMany({
      where: { ...ownedBy(ownerId), conversationId: { in: ids } },
      select: columns('conversationId'),
      distinct: ['conversationId'],
    }),
  )
  const isKnown = new Set(known.map(({ conversationId }) => conversationId))
  const unknown = conversations.filter((id) => !isKnown.has(id))
  const unassigned = (column: 'id' | 'conversationId', ids: string[]) => {
    const of = column === 'id' ? sqltag`t."id"` : sqltag`t."conversationId"`
    return db.$queryRaw<{ id: string }[]>`
      SELECT t."id" AS "id" FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId" LEFT JOIN "TurnTopic" x ON x."turnId" = t."id"
      WHERE ${of} IN (${join(ids)}) AND NOT (t."ownerId" <> ${ownerId}) AND ${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL AND x."turnId" IS NULL`
  }
  const rows = [
    ...(await inChunks(refs('turn'), (ids) => unassigned('id', ids), IDS)),
    ...(await inChunks(unknown, (ids) => unassigned('conversationId', ids), IDS)),
  ]
  return [...new Set(rows.map(({ id }) => id))]
}

export async function assignments(db: Db, ownerId: string): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  const page = (last: string) => db.$queryRaw<{ turnId: string; topicId: string | null }[]>`
    SELECT "turnId", "topicId" FROM "TurnTopic" WHERE "ownerId" = ${ownerId} AND "turnId" > ${last} ORDER BY "turnId" LIMIT ${PAGE}`
  for await (const rows of pages(page, ({ turnId }) => turnId))
    for (const { turnId, topicId } of rows) found.set(turnId, topicId)
  return found
}

export type Assignment = { turnId: string; conversationId: string; topicId: string | null }
/** Assigns turns; a turn that has a topic gets this one. */
export function assignOps(db: Db, ownerId: string, assigned: readonly Assignment[]): Batch {
  const rows = assigned.map((one) => ({ ownerId, ...pick(one, 'turnId conversationId topicId') }))
  const moved = sqltag` ON CONFLICT ("turnId") DO UPDATE SET "topicId" = excluded."topicId"`
  return insertOps(db, 'TurnTopic', rows, moved)
}

/** The same for any number of turns in short transactions; `gone` = turns that are assigned no more. */
export async function saveAssignments(
  db: Db,
  ownerId: string,
  rows: readonly Assignment[],
  gone: readonly string[],
): Promise<void> {
  for (const some of chunks(rows, IDS)) await db.$transaction(assignOps(db, ownerId, some))
  for (const turnIds of chunks(gone, IDS))
    await db.turnTopic.deleteMany({ where: { ...ownedBy(ownerId), turnId: { in: turnIds } } })
}

/** Recalls by these turns: of which turn, how often, and when. */
export const recallPairs = (db: Db, ownerId: string, turnIds: readonly string[]) =>
  inChunks(
    turnIds,
    async (ids) => {
      const rows = await db.$queryRaw<{ from: string; to: string; at: Date | string | number }[]>`
        SELECT a."id" AS "from", h."sourceTurnId" AS "to", MAX(a."createdAt") AS "at"
        FROM "Turn" a JOIN "Recall" r ON r."turnId" = a."id" JOIN "RecallHit" h ON h."recallId" = r."id"
        WHERE a."id" IN (${join(ids)}) AND NOT (a."ownerId" <> ${ownerId}) AND ${remembered(sqltag`a.`)} AND h."sourceTurnId" IS NOT NULL AND h."kind" <> 'file'
        GROUP BY a."id", h."sourceTurnId"`
      return rows.map((row) => ({ ...row, at: new Date(row.at) }))
    },
    IDS,
  )

export const replaceTopicsOps = (db: Db, ownerId: string, topics: readonly TopicRow[]): Batch => [
  db.topic.deleteMany({ where: { ownerId } }),
  ...insertOps(
    db,
    'Topic',
    topics.map(({ id, title, titleKey, terms, hue, x, y, recalls, recalledAt }) => ({
      // The title of a conversation is looked up.
      title: conversationNaming({ titleKey }) ? '' : title,
      ...{ id, ownerId, titleKey, terms, hue, x, y, recalls, recalledAt },
    })),
  ),
]

type State = TopicState & { words: TopicWord[] }
export const topicStateOps = (db: Db, ownerId: string, { words, ...state }: Partial<State>): Batch => {
  const data = { ...state, ...(words ? { vocabulary: words } : {}) }
  return [
    db.topicState.upsert({
      where: { ownerId },
      create: { ownerId, vocabulary: [], links: [], names: [], ...data },
      update: data,
      select: { ownerId: true },
    }),
  ]
}

export function warmTopicOps(db: Db, ownerId: string, id: string, recalls: number, recalledAt: Date) {
  const data = { recalls: { increment: recalls }, recalledAt }
  return [db.topic.updateMany({ where: { ...ownedBy(ownerId), id }, data })]
}

const NOT_BY_PERSON = { titleKey: { not: titleKeyOf({ person: true }) } }
/** A name for a topic, with what gave it; a person's stays. */
export const titleTopicOps = (db: Db, ownerId: string, id: string, titleKey: string, title: string) => [
  db.topic.updateMany({
    where: { ...ownedBy(ownerId), id, ...(isTitledByPerson({ titleKey }) ? {} : NOT_BY_PERSON) },
    data: { title, titleKey },
  }),
]

/** Removes words of topics that something trashed may have said, before its purge; they are made again. */
export async function dropTopicWords(db: Db, ownerId: string): Promise<void> {
  const state = await db.topicState.findUnique({ where: { ownerId }, select: { madeRev: true } })
  if (!state || !(await turnsTrashedSince(db, ownerId, state.madeRev))) return
  await db.$transaction([
    db.topic.updateMany({ where: { ownerId }, data: { terms: [] } }),
    db.topic.updateMany({
      where: { ownerId, ...NOT_BY_PERSON },
      data: { title: '', titleKey: '' },
    }),
    ...topicStateOps(db, ownerId, { madeAt: null, madeRev: 0, seenRev: 0, words: [], names: [] }),
  ])
}
