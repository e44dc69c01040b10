import { empty, join, sqltag } from '@prisma/client/runtime/client'
import { z } from 'zod'
import { blobOf, putBlobs, sha256 } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, inChunks, insertOps, ownedBy, PAGE, pages } from '@/lib/db/engine/rows'
import { FORGOTTEN } from '@/lib/db/forget/forgotten'
import { shownTexts, trashedFinds, visibleTo } from '@/lib/db/forget/visible'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import { parseNodeId } from '@/lib/shared/memory/graph'
import { pick, present } from '@/lib/shared/pick'
import { recallSearchSchema } from '@/lib/shared/schemas'
import {
  askedWordSchema,
  hitPlaceSchema,
  hitRanksSchema,
  type Recall,
  type RecallHit,
  recallHitSchema,
} from '@/lib/shared/turn/events'
import type { RecalledLink } from '@/lib/shared/turn/inspector'

const storedHit = recallHitSchema.omit({ excerpt: true }).extend({ excerptHash: z.string().nullable() })
/** `Recall.nearMisses`: the note for the model, and the hits below the cut, their excerpts by hash. */
export const storedMisses = z.object({
  note: z.string(),
  notice: z.string().optional(),
  hits: z.array(storedHit),
})
const EMPTY: z.infer<typeof storedMisses> = { note: '', hits: [] }
type StoredHit = z.infer<typeof storedHit>
/** `RecallHit.place`: where the message is and how it was found. */
export const storedWhy = z.object({
  place: hitPlaceSchema.optional(),
  at: z.string().optional(),
  ranks: hitRanksSchema.optional(),
  words: z.array(askedWordSchema).optional(),
  covers: recallHitSchema.shape.covers,
})
const whyOf = ({ place, at, ranks, words, covers }: RecallHit) =>
  place || ranks || words ? { place, at, ranks, words, covers } : null

type NewRecall = { turnId: string; stepId: string | null; recall: Recall; now: Date } & {
  countTokens(text: string): number
}
/** Writes: a recall of a turn's step with its hits. `recall.index` counts over all attempts. */
export function recallOps(db: Db, ownerId: string, input: NewRecall): Batch {
  const { recall, turnId, stepId, now } = input
  const excerpts = [...recall.hits, ...recall.nearMisses].map((hit) => hit.excerpt)
  const blobs = excerpts.map((excerpt) => blobOf(excerpt, input.countTokens(excerpt)))
  const { id, note, notice } = recall
  const stored = pick(recall, 'id index source request engine')
  const misses = recall.nearMisses.map(({ excerpt, ...hit }) => ({ ...hit, excerptHash: sha256(excerpt) }))
  const nearMisses = { note, ...(notice ? { notice } : {}), hits: misses }
  const ms = Math.round(recall.ms)
  const hits = recall.hits.map((hit) => ({
    ...pick(hit, 'rank kind refId score parts tokens'),
    recallId: id,
    sourceTurnId: hit.turnId,
    place: whyOf(hit),
    excerptHash: sha256(hit.excerpt),
  }))
  return [
    ...putBlobs(db, ownerId, blobs, now),
    ...insertOps(db, 'Recall', [{ ...stored, ownerId, turnId, stepId, ms, nearMisses }]),
    ...insertOps(db, 'RecallHit', hits),
  ]
}

/** Writes for a transaction: these recalls' material was in the prompt of this step. */
export function injectedOps(db: Db, ownerId: string, recallIds: string[], stepId: string): Batch {
  if (recallIds.length === 0) return []
  return [
    db.$executeRaw`UPDATE "Recall" SET "injectedStepId" = ${stepId} WHERE "ownerId" = ${ownerId} AND "injectedStepId" IS NULL AND "id" IN (${join(recallIds)})`,
  ]
}

/** The next free `index` of a turn's recalls, attempts before included. */
export async function nextRecallIndex(db: Db, ownerId: string, turnId: string): Promise<number> {
  const { _max } = await db.recall.aggregate({ where: { ownerId, turnId }, _max: { index: true } })
  return (_max.index ?? -1) + 1
}

/** Contexts of turns that recalled one of these turns, latest first; `within` limits them to one conversation. */
export async function contextsRecalling(
  db: Db,
  ownerId: string,
  turnIds: string[],
  most: number,
  within: string | null,
): Promise<string[]> {
  if (turnIds.length === 0) return []
  const where = within === null ? empty : sqltag` AND t."conversationId" = ${within}`
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT c."id" FROM "RecallHit" h JOIN "Recall" r ON r."id" = h."recallId"
    JOIN "Context" c ON c."turnId" = r."turnId" JOIN "Turn" t ON t."id" = r."turnId"
    JOIN "Conversation" v ON v."id" = t."conversationId"
    WHERE h."sourceTurnId" IN (${join(turnIds)}) AND r."ownerId" = ${ownerId} AND r."turnId" NOT IN (${join(turnIds)})
    AND ${rememberedSql(sqltag`t.`)} AND v."trashId" IS NULL${where}
    GROUP BY c."id", t."createdAt" ORDER BY t."createdAt" DESC LIMIT ${most}`
  return rows.map(({ id }) => id)
}

/** Hashes of the excerpts that recalls show, in pages; near misses count while their turn is there. */
export async function* shownExcerpts(db: Db, ownerId: string): AsyncGenerator<string[]> {
  const page = (last: string) =>
    db.recall.findMany({
      where: { ownerId, id: { gt: last } },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: {
        ...columns('id nearMisses'),
        hits: { where: { excerptHash: { not: null } }, select: columns('excerptHash') },
      },
    })
  for await (const rows of pages(page, (row) => row.id)) {
    const misses = rows.flatMap((row) => storedMisses.safeParse(row.nearMisses).data?.hits ?? [])
    const turnIds = [...new Set(misses.flatMap((miss) => miss.turnId ?? []))]
    const where = { ...ownedBy(ownerId), status: { not: 'forgotten' as const } }
    const turns = await inChunks(turnIds, (ids) =>
      db.turn.findMany({ where: { ...where, id: { in: ids } }, select: { id: true } }),
    )
    const there = new Set(turns.map((turn) => turn.id))
    yield [
      ...rows.flatMap((row) => row.hits),
      ...misses.filter((miss) => miss.turnId === null || there.has(miss.turnId)),
    ].flatMap((row) => row.excerptHash ?? [])
  }
}

export type StoredRecall = { stepId: string | null; injectedStepId: string | null; recall: Recall }

/** Recalls by the turn that made them, in order. Hits whose turn is purged or in the trash are left out. */
export async function recallsOfTurns(db: Db, ownerId: string, turnIds: string[]) {
  const rows = await db.recall.findMany({
    where: { ownerId, turnId: { in: turnIds } },
    orderBy: [{ turnId: 'asc' }, { index: 'asc' }],
    include: { hits: { orderBy: { rank: 'asc' } } },
  })
  if (rows.length === 0) return new Map<string, StoredRecall[]>()
  const misses = new Map(rows.map((row) => [row.id, storedMisses.safeParse(row.nearMisses).data ?? EMPTY]))
  const missed = [...misses.values()].flatMap((miss) => miss.hits)
  const found = rows.flatMap((row) => row.hits)
  const sourceIds = [...found.map((hit) => hit.sourceTurnId), ...missed.map((hit) => hit.turnId)]
  const ids = [...new Set(sourceIds.filter((id) => id !== null))]
  const [isTrashed, turns, contexts] = await Promise.all([
    trashedFinds(db, ownerId),
    db.turn.findMany({
      where: { ...ownedBy(ownerId), id: { in: ids }, trashId: null, status: { not: 'forgotten' } },
      select: columns('id number conversationId createdAt'),
    }),
    db.context.findMany({
      where: { ...ownedBy(ownerId), turnId: { in: ids } },
      select: columns('id turnId'),
    }),
  ])
  const turnOf = new Map(turns.map((turn) => [turn.id, turn]))
  const contextOf = new Map(contexts.map((context) => [context.turnId, context.id]))
  const hashes = [...found, ...missed].flatMap((hit) => hit.excerptHash ?? [])
  const [texts, { hidesExcerpt }] = await Promise.all([
    shownTexts(db, ownerId, hashes),
    visibleTo(db, ownerId),
  ])
  const complete = ({ excerptHash, ...hit }: StoredHit): RecallHit[] =>
    (hit.turnId && !turnOf.has(hit.turnId)) || isTrashed(hit)
      ? []
      : [{ ...hit, excerpt: hidesExcerpt(hit) ? FORGOTTEN : (texts.get(excerptHash ?? '') ?? '') }]

  const recalls = new Map<string, StoredRecall[]>()
  for (const row of rows) {
    const { note, notice, hits: near } = misses.get(row.id) ?? EMPTY
    const hits = row.hits.flatMap((hit) => {
      const turn = turnOf.get(hit.sourceTurnId ?? '')
      const isFile = hit.kind === 'file'
      return complete({
        ...pick(hit, 'rank refId score excerptHash tokens'),
        kind: recallHitSchema.shape.kind.parse(hit.kind),
        // A file outlives the turn that wrote it.
        turnId: isFile && !turn ? null : hit.sourceTurnId,
        turnNumber: turn?.number ?? null,
        conversationId: turn?.conversationId ?? (isFile ? hit.refId.slice(0, hit.refId.indexOf(':')) : ''),
        contextId: contextOf.get(hit.sourceTurnId ?? '') ?? null,
        at: turn?.createdAt.toISOString() ?? '',
        parts: recallHitSchema.shape.parts.parse(hit.parts),
        ...present(storedWhy.parse(hit.place ?? {})),
      })
    })
    const { id, index, source, engine, ms, turnId, stepId, injectedStepId } = row
    const request = recallSearchSchema.safeParse(row.request).data ?? {}
    const nearMisses = near.flatMap(complete)
    const recall: Recall = { id, index, source, request, engine, ms, hits, nearMisses, note }
    if (notice) recall.notice = notice
    recalls.set(turnId, [...(recalls.get(turnId) ?? []), { stepId, injectedStepId, recall }])
  }
  return recalls
}

/** Hits of a turn's recalls on a node (a bare id is a turn's), the latest recall first. */
export async function recalledLinks(db: Db, ownerId: string, turnId: string, node: string) {
  const found = parseNodeId(node)
  const recalls = (await recallsOfTurns(db, ownerId, [turnId])).get(turnId) ?? []
  const isFound = ({ kind, refId, turnId: to }: RecallHit) => {
    if (found?.kind === 'turn') return kind === 'turn' && to === found.ref
    if (found?.kind === 'file') return kind === 'file' && refId === `${found.conversationId}:${found.path}`
    return kind === 'summary' && refId === found?.ref
  }
  const linksOf = ({ id, request, hits }: Recall): RecalledLink[] =>
    hits.filter(isFound).map((hit) => ({ asked: id, keywords: request.keywords ?? [], hit }))
  return recalls.flatMap(({ recall }) => linksOf(recall)).reverse()
}
