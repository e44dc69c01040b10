import { join, sqltag } from '@prisma/client/runtime/client'
import { type BlobText, blobOf, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import type { BranchPath } from '@/lib/db/turns/path'
import { about, type IsGone, scrubbed } from './quotes'

const PAGE = 500
const HASH = /\b[0-9a-f]{64}\b/g
export const SETTLED = { status: { notIn: ['running' as const, 'queued' as const] } }

/** Stored texts of an owner that some rule would change, by hash, each with what it would become; only texts that hold `needle` are looked at. */
export async function textsThatQuote(
  db: Db,
  ownerId: string,
  needles: string[],
  change: (text: string) => string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let last = ''; ; ) {
    const holds = needles.map((needle) => ({ text: { contains: needle } }))
    const page = await db.blob.findMany({
      where: { ownerId, hash: { gt: last }, OR: holds },
      orderBy: { hash: 'asc' },
      take: PAGE,
      select: { hash: true, text: true },
    })
    for (const { hash, text } of page) if (change(text) !== text) found.set(hash, text)
    last = page.at(-1)?.hash ?? ''
    if (page.length < PAGE) return found
  }
}

/** Excerpts that name their conversation are taken out where they stand: that text can be about nothing else. Its hash stays as a name. @returns how many texts were changed. */
export const scrubNamed = (
  db: Db,
  ownerId: string,
  conversationId: string,
  isGone: IsGone,
): Promise<number> => scrubNamedOf(db, ownerId, new Set([conversationId]), isGone)

async function scrubNamedOf(
  db: Db,
  ownerId: string,
  conversationIds: ReadonlySet<string>,
  isGone: IsGone,
): Promise<number> {
  const fromThere: IsGone = (item) => conversationIds.has(item.attributes.conversation ?? '') && isGone(item)
  const names = conversationIds.size > NEEDLES ? [''] : conversationIds
  const needles = [...names].map((id) => `conversation=${encodeURIComponent(id)}`)
  const texts = await textsThatQuote(db, ownerId, needles, (text) => scrubbed(text, fromThere))
  for (const [hash, before] of texts) {
    const text = scrubbed(before, fromThere)
    await db.blob.update({
      where: { ownerId_hash: { ownerId, hash } },
      data: { text, bytes: Buffer.byteLength(text) },
      select: { hash: true },
    })
  }
  return texts.size
}

/** A settled turn is shown from its rows, so its log may have holes: what recalls and tools gave goes. */
export async function dropQuotingEvents(db: Db, turnIds: string[]): Promise<void> {
  for (let i = 0; i < turnIds.length; i += PAGE)
    await db.event.deleteMany({
      where: { turnId: { in: turnIds.slice(i, i + PAGE) }, type: { in: ['recall', 'tool'] }, turn: SETTLED },
    })
}

/** Takes what other conversations' prompts, tool results and logs quoted of these conversations out of them. */
export async function scrubTraces(db: Db, ownerId: string, conversationIds: string[]): Promise<number> {
  const gone = new Set(conversationIds)
  const few = conversationIds.length <= NEEDLES
  const told = new Set<string>()
  for (let last = { turnId: '', attempt: 0, seq: 0 }; ; ) {
    const page = await quotingEvents(db, ownerId, conversationIds, last)
    for (const { turnId, data } of page)
      if (
        few ||
        (!told.has(turnId) && (data.replace(ESCAPE, ' ').match(ID) ?? []).some((id) => gone.has(id)))
      )
        told.add(turnId)
    const end = page.at(-1)
    if (!end || page.length < PAGE) break
    last = { turnId: end.turnId, attempt: Number(end.attempt), seq: Number(end.seq) }
  }
  await dropQuotingEvents(db, [...told])
  return scrubNamedOf(db, ownerId, gone, () => true)
}

/** Up to so many conversations are looked for by their names, more by what comes before a name. */
const NEEDLES = 20
const ID = /[A-Za-z0-9_-]+/g
/** In JSON. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/gi
type Frame = { turnId: string; attempt: number | bigint; seq: number | bigint }
function quotingEvents(db: Db, ownerId: string, conversationIds: string[], { turnId, attempt, seq }: Frame) {
  const names =
    conversationIds.length > NEEDLES
      ? sqltag`TRUE`
      : join(
          conversationIds.map((id) => sqltag`CAST(e."data" AS TEXT) LIKE ${`%${id}%`}`),
          ' OR ',
        )
  return db.$queryRaw<(Frame & { data: string })[]>`
    SELECT e."turnId" AS "turnId", e."attempt" AS "attempt", e."seq" AS "seq", CAST(e."data" AS TEXT) AS "data" FROM "Event" e JOIN "Turn" t ON t."id" = e."turnId"
    WHERE t."ownerId" = ${ownerId} AND e."type" IN ('recall', 'tool') AND (${names})
      AND (e."turnId" > ${turnId} OR (e."turnId" = ${turnId} AND (e."attempt" > ${attempt} OR (e."attempt" = ${attempt} AND e."seq" > ${seq}))))
    ORDER BY e."turnId", e."attempt", e."seq" LIMIT ${PAGE}`
}

/** How a trace of a turn is to be changed: a hash for a hash. The same text may stand in another branch, where it stays: so rows are pointed at a new text, and the old one goes when nothing names it any more. */
export type Swap = (hash: string, branchId: string) => string | null
/** Which rows of a conversation are looked through. */
type Traces = { conversationId: string; without: ReadonlySet<string>; swap: Swap; blankPhase?: string }

/** Points the prompts, tool results and contexts of a conversation's turns at changed texts. @returns the turns that had any, and how many texts in all. */
export async function repoint(
  db: Db,
  ownerId: string,
  { conversationId, without, swap, blankPhase }: Traces,
): Promise<{ turnIds: string[]; excerpts: number }> {
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId },
    select: { id: true, branchId: true },
  })
  const branchOf = new Map(
    turns.filter((turn) => !without.has(turn.id)).map((turn) => [turn.id, turn.branchId]),
  )
  const ids = [...branchOf.keys()]
  const touched = new Set<string>()
  let excerpts = 0
  const swapIn = (turnId: string, json: unknown): unknown => {
    const before = JSON.stringify(json)
    const after = before.replace(HASH, (hash) => {
      const other = swap(hash, branchOf.get(turnId) ?? '')
      if (other !== null) excerpts++
      return other ?? hash
    })
    return after === before ? null : (JSON.parse(after) as unknown)
  }
  for (let i = 0; i < ids.length; i += PAGE) {
    const some = ids.slice(i, i + PAGE)
    const [steps, contexts] = await Promise.all([
      db.step.findMany({
        where: { ownerId, turnId: { in: some } },
        select: {
          id: true,
          turnId: true,
          phase: true,
          manifest: true,
          tools: { select: { id: true, resultHash: true } },
        },
      }),
      db.context.findMany({
        where: { ownerId, turnId: { in: some } },
        select: { turnId: true, toolCalls: true },
      }),
    ])
    const writes: Batch = []
    for (const { id, turnId, phase, manifest, tools } of steps) {
      const changed = swapIn(turnId, manifest)
      if (changed)
        writes.push(
          db.step.update({
            where: { id },
            data: {
              manifest: changed as Prisma.InputJsonObject,
              ...(phase === blankPhase ? { text: '', reasoning: '' } : {}),
            },
            select: { id: true },
          }),
        )
      for (const tool of tools) {
        const other = swap(tool.resultHash, branchOf.get(turnId) ?? '')
        if (other !== null)
          writes.push(
            db.toolCall.update({ where: { id: tool.id }, data: { resultHash: other }, select: { id: true } }),
          )
        if (other !== null) touched.add(turnId)
      }
      if (changed) touched.add(turnId)
    }
    for (const { turnId, toolCalls } of contexts) {
      const changed = swapIn(turnId, toolCalls)
      if (changed)
        writes.push(
          db.context.update({
            where: { turnId },
            data: { toolCalls: changed as Prisma.InputJsonObject },
            select: { id: true },
          }),
        )
    }
    for (let j = 0; j < writes.length; j += PAGE) await db.$transaction(writes.slice(j, j + PAGE))
  }
  return { turnIds: [...touched], excerpts }
}

/** Stores changed texts and says which hash stands for which. */
export async function storeSwaps(
  db: Db,
  ownerId: string,
  texts: Map<string, string>,
  change: (text: string) => string,
  now: Date,
): Promise<Map<string, string>> {
  const swaps = new Map<string, string>()
  const blobs: BlobText[] = []
  for (const [hash, text] of texts) {
    const blob = blobOf(change(text), 0)
    if (blob.hash === hash) continue
    swaps.set(hash, blob.hash)
    blobs.push(blob)
  }
  // Older than the purge: what no row is pointed at goes with its sweep.
  const before = new Date(now.getTime() - 1)
  for (let i = 0; i < blobs.length; i += PAGE)
    await db.$transaction(putBlobs(db, ownerId, blobs.slice(i, i + PAGE), before))
  return swaps
}

type GoneTurn = { id: string; number: number; branchId: string }
/** Takes what later turns of the same paths quoted of these turns out of their prompts, tool results, contexts and logs, and what other conversations did. @returns the number of excerpts. */
export async function scrubTurns(
  db: Db,
  ownerId: string,
  conversationId: string,
  turns: GoneTurn[],
  now: Date,
): Promise<number> {
  const numbers = new Set(turns.map((turn) => turn.number))
  const ids = new Set(turns.map((turn) => turn.id))
  const branches = await db.branch.findMany({
    where: { ownerId, conversationId },
    select: { id: true, path: true },
  })
  // A number means another turn on a path that does not hold the forgotten one.
  const seenFrom = new Map(
    branches.map(({ id, path }) => {
      const most = new Map(path as BranchPath)
      return [
        id,
        new Set(
          turns.filter((turn) => turn.number <= (most.get(turn.branchId) ?? 0)).map((turn) => turn.number),
        ),
      ]
    }),
  )
  const own =
    (seen: ReadonlySet<number>): IsGone =>
    (item) =>
      item.attributes.conversation === undefined && about(item, seen)
  const texts = await textsThatQuote(db, ownerId, ['--- turn=', '--- from='], (text) =>
    scrubbed(text, own(numbers)),
  )
  const kinds = new Map<string, Map<string, string>>()
  const key = (seen: ReadonlySet<number>) => [...seen].join(' ')
  for (const seen of seenFrom.values())
    if (seen.size && !kinds.has(key(seen)))
      kinds.set(key(seen), await storeSwaps(db, ownerId, texts, (text) => scrubbed(text, own(seen)), now))
  const swap: Swap = (hash, branchId) =>
    kinds.get(key(seenFrom.get(branchId) ?? new Set()))?.get(hash) ?? null
  const { turnIds, excerpts } = await repoint(db, ownerId, {
    conversationId,
    without: ids,
    swap,
    blankPhase: 'roll-up',
  })
  const named = await scrubNamed(db, ownerId, conversationId, (item) => about(item, numbers))
  await dropQuotingEvents(db, [...turnIds, ...(await askersOf(db, ownerId, [...ids]))])
  return excerpts + named
}

/** Turns that recalled any of these, or a summary that rests on one. */
export async function askersOf(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (let i = 0; i < turnIds.length; i += PAGE) {
    const some = { in: turnIds.slice(i, i + PAGE) }
    const made = await db.provenance.findMany({
      where: { ownerId, kind: 'summary', sourceTurnId: some },
      select: { refId: true },
      distinct: ['refId'],
    })
    const hits = await db.recallHit.findMany({
      where: {
        OR: [{ sourceTurnId: some }, { kind: 'summary', refId: { in: made.map((row) => row.refId) } }],
        recall: { ownerId },
      },
      select: { recall: { select: { turnId: true } } },
    })
    for (const hit of hits) found.add(hit.recall.turnId)
  }
  return [...found].filter((id) => !turnIds.includes(id))
}
