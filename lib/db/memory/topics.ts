import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { chunks, columns, inChunks, ownedBy } from '@/lib/db/engine/rows'
import { trashedTurns } from '@/lib/db/forget/visible'
import { samplesOf, titlesOf } from '@/lib/db/turns/conversations'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'

/** Ids that one query takes. */
const AT_ONCE = 2_000

/** A word of a topic as people wrote it, some turns that say it, and how much it tells about the topic. */
const termSchema = z.object({
  term: z.string(),
  word: z.string(),
  turns: z.array(z.string()),
  worth: z.number().optional(),
  named: z.literal(true).optional(),
})
const linkSchema = z.object({ from: z.string(), to: z.string(), ties: z.number(), recalled: z.number() })
const nameSchema = z.object({
  name: z.string(),
  topics: z.array(z.tuple([z.string(), z.number()])),
  turns: z.array(z.string()),
})
const wordSchema = z.tuple([z.string(), z.string(), z.number()])
export type TopicTerm = z.infer<typeof termSchema>
/** A link between two topics: turns about both, and recalls from one into the other. */
export type TopicLink = z.infer<typeof linkSchema>
/** A proper name, in how many turns of each topic, with some of the turns that say it. */
export type SharedName = z.infer<typeof nameSchema>
/** A term, its topic, and how rare it is. */
export type TopicWord = z.infer<typeof wordSchema>

const TOPIC = columns('id title titleKey terms hue x y recalls recalledAt')
export type TopicRow = Awaited<ReturnType<typeof topicRows>>[number]
/** The topics; one that a conversation named has its title. */
export async function topicRows(db: Db, ownerId: string) {
  const rows = await db.topic.findMany({ where: { ownerId }, select: TOPIC, orderBy: { hue: 'asc' } })
  const naming = rows.flatMap((row) => conversationNaming(row) ?? [])
  const titles = await titlesOf(db, ownerId, naming)
  return rows.map(({ terms, title, ...row }) => ({
    ...row,
    title: titles.get(conversationNaming(row) ?? '') ?? title,
    terms: z.array(termSchema).parse(terms),
  }))
}

export type TopicState = NonNullable<Awaited<ReturnType<typeof topicState>>>
/** How the topics were made, without their vocabulary. */
export async function topicState(db: Db, ownerId: string) {
  const select = columns('madeAt madeRev seenRev turns changed links names')
  const row = await db.topicState.findUnique({ where: { ownerId }, select })
  if (!row) return null
  const [links, names] = [z.array(linkSchema).parse(row.links), z.array(nameSchema).parse(row.names)]
  return { ...row, links, names }
}

export async function topicWords(db: Db, ownerId: string): Promise<TopicWord[]> {
  const row = await db.topicState.findUnique({ where: { ownerId }, select: { vocabulary: true } })
  return row ? z.array(wordSchema).parse(row.vocabulary) : []
}

const PURGED = { op: 'del', kind: { in: ['turn', 'conversation'] } }
/** Whether turns that have a topic went to the trash after a revision of memory. */
export async function turnsTrashedSince(db: Db, ownerId: string, rev: number): Promise<boolean> {
  const where = { ownerId, rev: { gt: rev }, ...PURGED }
  const gone = await db.change.findMany({ where, select: columns('kind refId') })
  for (const some of chunks(gone, AT_ONCE)) {
    const refs = (kind: string) => some.flatMap((one) => (one.kind === kind ? [one.refId] : []))
    const known = { OR: [{ turnId: { in: refs('turn') } }, { conversationId: { in: refs('conversation') } }] }
    if (await db.turnTopic.findFirst({ where: { ...ownedBy(ownerId), ...known }, select: { turnId: true } }))
      return true
  }
  return false
}

/** The topics of turns; null = of none; no entry = not assigned yet. */
export const topicsOfTurns = async (db: Db, ownerId: string, turnIds: readonly string[]) =>
  new Map((await placesOfTurns(db, ownerId, turnIds)).map((row) => [row.turnId, row.topicId]))

const placesOfTurns = (db: Db, ownerId: string, turnIds: readonly string[]) => {
  const select = columns('turnId topicId conversationId')
  const of = (ids: string[]) => ({ ...ownedBy(ownerId), turnId: { in: ids } })
  const read = (ids: string[]) => db.turnTopic.findMany({ where: of(ids), select })
  return inChunks([...new Set(turnIds)], read, AT_ONCE)
}

export const topicsIn = (db: Db, ownerId: string, conversationId: string) =>
  db.turnTopic.findMany({ where: { ...ownedBy(ownerId), conversationId }, select: columns('turnId topicId') })

/** A topic (null: the turns of none) in a conversation, with how many of its turns are there. */
export type TopicShare = { topicId: string | null; conversationId: string; turns: number }

/** How many turns each topic has in each conversation, without the trash. */
export async function topicShares(db: Db, ownerId: string) {
  const [rows, trashed] = await Promise.all([
    db.turnTopic.groupBy({ by: ['topicId', 'conversationId'], where: { ownerId }, _count: { _all: true } }),
    trashedTurns(db, ownerId),
  ])
  const gone = await placesOfTurns(db, ownerId, [...trashed])
  const key = (topicId: string | null, conversationId: string) => `${topicId} ${conversationId}`
  const less = new Map<string, number>()
  for (const one of gone) {
    const of = key(one.topicId, one.conversationId)
    less.set(of, (less.get(of) ?? 0) + 1)
  }
  return rows.flatMap(({ topicId, conversationId, _count }) => {
    const turns = _count._all - (less.get(key(topicId, conversationId)) ?? 0)
    return turns > 0 ? [{ topicId, conversationId, turns }] : []
  })
}

/** The turns of a topic that strategies were learned from. */
export async function teachingTurns(db: Db, ownerId: string, topicId: string | null, take: number) {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p."sourceTurnId" AS "id" FROM "Provenance" p JOIN "TurnTopic" x ON x."turnId" = p."sourceTurnId"
    WHERE p."kind" = 'strategy' AND p."ownerId" = ${ownerId} AND (x."topicId" = ${topicId} OR (x."topicId" IS NULL AND CAST(${topicId} AS TEXT) IS NULL))
    ORDER BY 1 LIMIT ${take}`
  return rows.map((row) => row.id)
}

/**
 * The turns to make topics of: the person's own or, while there are too few of them, the sample's. `others` =
 * the rest, which have no topic; `isNew` = the topics that exist were made of those.
 */
export type TopicSource = {
  has(conversationId: string): boolean
  others: { id: string; conversationId: string }[]
  isNew: boolean
}

export async function topicSource(db: Db, ownerId: string): Promise<TopicSource> {
  const samples = await samplesOf(db, ownerId)
  if (samples.length === 0) return { has: () => true, others: [], isNew: false }
  const turns = (conversationId: { in: string[] } | { notIn: string[] }, take?: number) =>
    db.turn.findMany({
      where: { ownerId, ...REMEMBERED, conversationId },
      select: columns('id conversationId'),
      ...(take ? { take } : {}),
    })
  const [own, topicOfSample] = await Promise.all([
    turns({ notIn: samples }, limits.leastTurns),
    db.turnTopic.findFirst({
      where: { ...ownedBy(ownerId), conversationId: { in: samples }, topicId: { not: null } },
      select: columns('topicId'),
    }),
  ])
  const ofSample = own.length < limits.leastTurns
  return {
    has: (conversationId) => samples.includes(conversationId) === ofSample,
    others: ofSample ? own : await turns({ in: samples }),
    isNew: ofSample !== (topicOfSample !== null),
  }
}

const [PERSON, CONVERSATION, TURNS] = ['person', 'conversation ', 'turns ']
/** What a topic's title was given by: a person, a conversation, or a model that read these turns. */
type TitledBy = { person: true } | { conversationId: string } | { turns: string[] }
export const titleKeyOf = (by: TitledBy): string =>
  'person' in by ? PERSON : 'turns' in by ? TURNS + by.turns.join(' ') : CONVERSATION + by.conversationId

type Titled = { titleKey: string }
export const isTitledByPerson = ({ titleKey }: Titled) => titleKey === PERSON
export const conversationNaming = ({ titleKey }: Titled): string | null =>
  titleKey.startsWith(CONVERSATION) ? titleKey.slice(CONVERSATION.length) : null
/** The turns that a model read for it. */
export const turnsNamedBy = ({ titleKey }: Titled): string[] =>
  titleKey.startsWith(TURNS) ? titleKey.slice(TURNS.length).split(' ') : []
/** Whether a model may name it: neither a person nor a model has. */
export const awaitsModel = (topic: Titled): boolean =>
  !isTitledByPerson(topic) && turnsNamedBy(topic).length === 0
