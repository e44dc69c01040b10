import { join } from '@prisma/client/runtime/client'
import { z } from 'zod'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db } from '@/lib/db/engine/client'
import { insertOps } from '@/lib/db/engine/insert'
import { ownedBy } from '@/lib/db/engine/owned'
import { chunks, PAGE, pages } from '@/lib/db/engine/pages'
import { heldFinds, shown } from '@/lib/db/forget/held'
import {
  askedWordSchema,
  hitPlaceSchema,
  hitRanksSchema,
  type Recall,
  type RecallHit,
  recallHitSchema,
} from '@/lib/shared/events'
import { parseNodeId } from '@/lib/shared/graph'
import type { RecalledLink } from '@/lib/shared/inspector'
import { recallRequestSchema } from '@/lib/shared/schemas'

const storedHit = recallHitSchema.omit({ excerpt: true }).extend({ excerptHash: z.string().nullable() })
/** `Recall.nearMisses`: what the model was told, and the hits below the cut, their excerpts by hash. */
export const storedMisses = z.object({
  note: z.string(),
  notice: z.string().optional(),
  hits: z.array(storedHit),
})
const EMPTY: z.infer<typeof storedMisses> = { note: '', hits: [] }
type StoredHit = z.infer<typeof storedHit>
/**
 * `RecallHit.place`: where the message lies and how it was found; rows of earlier versions hold the place
 * alone.
 */
export const storedWhy = z.object({
  place: hitPlaceSchema.optional(),
  at: z.string().optional(),
  ranks: hitRanksSchema.optional(),
  words: z.array(askedWordSchema).optional(),
  covers: recallHitSchema.shape.covers,
})
type Why = Pick<StoredHit, 'place' | 'ranks' | 'words' | 'covers'> & { at?: string }
const whyOf = ({ place, at, ranks, words, covers }: RecallHit) =>
  place || ranks || words ? { place, at, ranks, words, covers } : null
function readWhy(stored: unknown): Why {
  if (stored === null) return {}
  const alone = hitPlaceSchema.safeParse(stored)
  if (alone.success) return { place: alone.data }
  return Object.fromEntries(
    Object.entries(storedWhy.parse(stored)).filter(([, value]) => value !== undefined),
  )
}

/**
 * Writes for a transaction: a recall of a turn's step, its hits and their excerpts. `recall.index` counts on
 * over all attempts of the turn.
 */
export function recallOps(
  db: Db,
  ownerId: string,
  input: {
    turnId: string
    stepId: string | null
    recall: Recall
    countTokens(text: string): number
    now: Date
  },
): Batch {
  const { recall } = input
  const blobs = [...recall.hits, ...recall.nearMisses].map((hit) =>
    blobOf(hit.excerpt, input.countTokens(hit.excerpt)),
  )
  const misses = recall.nearMisses.map(({ excerpt, ...hit }) => ({
    ...hit,
    excerptHash: blobOf(excerpt, 0).hash,
  }))
  return [
    ...putBlobs(db, ownerId, blobs, input.now),
    ...insertOps(db, 'Recall', [
      {
        id: recall.id,
        ownerId,
        turnId: input.turnId,
        stepId: input.stepId,
        index: recall.index,
        source: recall.source,
        request: recall.request,
        engine: recall.engine,
        ms: Math.round(recall.ms),
        nearMisses: { note: recall.note, ...(recall.notice ? { notice: recall.notice } : {}), hits: misses },
      },
    ]),
    ...insertOps(
      db,
      'RecallHit',
      recall.hits.map((hit) => ({
        recallId: recall.id,
        rank: hit.rank,
        kind: hit.kind,
        refId: hit.refId,
        sourceTurnId: hit.turnId,
        score: hit.score,
        parts: hit.parts,
        place: whyOf(hit),
        excerptHash: blobOf(hit.excerpt, 0).hash,
        tokens: hit.tokens,
      })),
    ),
  ]
}

/** Writes for a transaction: these recalls' material stood in the prompt of this step. */
export const injectedOps = (db: Db, ownerId: string, recallIds: string[], stepId: string): Batch =>
  recallIds.length
    ? [
        db.$executeRaw`UPDATE "Recall" SET "injectedStepId" = ${stepId} WHERE "ownerId" = ${ownerId} AND "injectedStepId" IS NULL AND "id" IN (${join(recallIds)})`,
      ]
    : []

/** The next free `index` of a turn's recalls, attempts before included. */
export async function nextRecallIndex(db: Db, ownerId: string, turnId: string): Promise<number> {
  const last = await db.recall.findFirst({
    where: { ownerId, turnId },
    orderBy: { index: 'desc' },
    select: { index: true },
  })
  return (last?.index ?? -1) + 1
}

/**
 * Hashes of the excerpts that recalls show, page by page: of their hits, and of near misses whose turn is
 * still there.
 */
export async function* shownExcerpts(db: Db, ownerId: string): AsyncGenerator<string[]> {
  const page = (last: string) =>
    db.recall.findMany({
      where: { ownerId, id: { gt: last } },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: {
        id: true,
        nearMisses: true,
        hits: { where: { excerptHash: { not: null } }, select: { excerptHash: true } },
      },
    })
  for await (const rows of pages(page, (row) => row.id)) {
    const misses = rows.flatMap((row) => storedMisses.safeParse(row.nearMisses).data?.hits ?? [])
    const turnIds = [...new Set(misses.flatMap((miss) => miss.turnId ?? []))]
    const there = new Set<string>()
    for (const ids of chunks(turnIds, PAGE))
      for (const turn of await db.turn.findMany({
        where: { ...ownedBy(ownerId), id: { in: ids }, status: { not: 'forgotten' } },
        select: { id: true },
      }))
        there.add(turn.id)
    yield [
      ...rows.flatMap((row) => row.hits),
      ...misses.filter((miss) => miss.turnId === null || there.has(miss.turnId)),
    ].flatMap((row) => row.excerptHash ?? [])
  }
}

export type StoredRecall = { stepId: string | null; injectedStepId: string | null; recall: Recall }

/** Recalls by the turn that asked, in order. Hits whose turn is gone or in the trash are left out. */
export async function recallsOfTurns(
  db: Db,
  ownerId: string,
  turnIds: string[],
): Promise<Map<string, StoredRecall[]>> {
  const rows = await db.recall.findMany({
    where: { ownerId, turnId: { in: turnIds } },
    orderBy: [{ turnId: 'asc' }, { index: 'asc' }],
    include: { hits: { orderBy: { rank: 'asc' } } },
  })
  if (rows.length === 0) return new Map()
  const misses = new Map(rows.map((row) => [row.id, storedMisses.safeParse(row.nearMisses).data ?? EMPTY]))
  const sourceIds = [
    ...new Set([
      ...rows.flatMap((row) => row.hits.map((hit) => hit.sourceTurnId)),
      ...[...misses.values()].flatMap((miss) => miss.hits.map((hit) => hit.turnId)),
    ]),
  ]
  const ids = sourceIds.filter((id): id is string => id !== null)
  const [isHeld, turns, contexts] = await Promise.all([
    heldFinds(db, ownerId),
    db.turn.findMany({
      where: { ...ownedBy(ownerId), id: { in: ids }, trashId: null, status: { not: 'forgotten' } },
      select: { id: true, number: true, conversationId: true, createdAt: true },
    }),
    db.context.findMany({
      where: { ...ownedBy(ownerId), turnId: { in: ids } },
      select: { id: true, turnId: true },
    }),
  ])
  const turnOf = new Map(turns.map((turn) => [turn.id, turn]))
  const contextOf = new Map(contexts.map((context) => [context.turnId, context.id]))
  const hashes = [
    ...rows.flatMap((row) => row.hits.map((hit) => hit.excerptHash)),
    ...[...misses.values()].flatMap((miss) => miss.hits.map((hit) => hit.excerptHash)),
  ]
  const texts = await (await shown(db, ownerId)).excerpts(
    hashes.filter((hash): hash is string => hash !== null),
  )
  const complete = ({ excerptHash, ...hit }: StoredHit): RecallHit[] =>
    (hit.turnId && !turnOf.has(hit.turnId)) || isHeld(hit)
      ? []
      : [{ ...hit, excerpt: texts.get(excerptHash ?? '') ?? '' }]

  const found = new Map<string, StoredRecall[]>()
  for (const row of rows) {
    const miss = misses.get(row.id) ?? EMPTY
    const hits = row.hits.flatMap((hit) => {
      const turn = hit.sourceTurnId ? turnOf.get(hit.sourceTurnId) : undefined
      return complete({
        rank: hit.rank,
        kind: recallHitSchema.shape.kind.parse(hit.kind),
        refId: hit.refId,
        // A file outlives the turn that wrote it.
        turnId: hit.kind === 'file' && !turn ? null : hit.sourceTurnId,
        turnNumber: turn?.number ?? null,
        conversationId:
          turn?.conversationId ?? (hit.kind === 'file' ? hit.refId.slice(0, hit.refId.indexOf(':')) : ''),
        contextId: hit.sourceTurnId ? (contextOf.get(hit.sourceTurnId) ?? null) : null,
        at: turn?.createdAt.toISOString() ?? '',
        score: hit.score,
        parts: z.record(z.string(), z.number()).parse(hit.parts),
        excerptHash: hit.excerptHash,
        tokens: hit.tokens,
        ...readWhy(hit.place),
      })
    })
    const recall: Recall = {
      id: row.id,
      index: row.index,
      source: row.source,
      request: recallRequestSchema.safeParse(row.request).data ?? {},
      engine: row.engine,
      ms: row.ms,
      hits,
      nearMisses: miss.hits.flatMap(complete),
      note: miss.note,
      ...(miss.notice ? { notice: miss.notice } : {}),
    }
    found.set(row.turnId, [
      ...(found.get(row.turnId) ?? []),
      { stepId: row.stepId, injectedStepId: row.injectedStepId, recall },
    ])
  }
  return found
}

/**
 * Hits of a turn's recalls that found another turn, a file or a summary, by its node (a bare id is a turn's),
 * the latest recall first.
 */
export async function recalledLinks(
  db: Db,
  ownerId: string,
  turnId: string,
  node: string,
): Promise<RecalledLink[]> {
  const found = parseNodeId(node)
  const recalls = (await recallsOfTurns(db, ownerId, [turnId])).get(turnId) ?? []
  const isFound = (hit: RecallHit) =>
    found?.kind === 'turn'
      ? hit.kind === 'turn' && hit.turnId === found.ref
      : found?.kind === 'file'
        ? hit.kind === 'file' && hit.refId === `${found.conversationId}:${found.path}`
        : found?.kind !== 'range' && hit.kind === 'summary' && hit.refId === found?.ref
  return recalls
    .flatMap(({ recall }) =>
      recall.hits
        .filter(isFound)
        .map((hit) => ({ asked: recall.id, keywords: recall.request.keywords ?? [], hit })),
    )
    .reverse()
}
