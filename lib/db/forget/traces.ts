import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { goneBy, goneTurns, summariesOn } from './gone'
import { scrub } from './scrub'

const PAGE = 500
export const SETTLED = { status: { notIn: ['running' as const, 'queued' as const] } }

/** A settled turn is shown from its rows, so its log may have holes: what recalls and tools gave goes. */
export async function dropQuotingEvents(db: Db, turnIds: string[]): Promise<void> {
  for (const ids of chunks(turnIds, PAGE))
    await db.event.deleteMany({
      where: { turnId: { in: ids }, type: { in: ['recall', 'tool'] }, turn: SETTLED },
    })
}

/**
 * Takes what turns outside of these conversations quote of them out of their prompts, tool results, contexts
 * and logs; `turnIds` = all of their turns.
 */
export async function scrubConversations(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  turnIds: string[],
  now: Date,
): Promise<void> {
  const conversations = new Set(conversationIds)
  const gone = await goneTurns(db, ownerId, turnIds)
  const { turnIds: quoting } = await scrub(db, ownerId, goneBy({ ...gone, conversations }), gone.turns, now)
  await dropQuotingEvents(db, [...quoting, ...(await tellingOf(db, ownerId, conversationIds))])
}

/**
 * Takes what is quoted of these turns out of everybody's prompts, tool results, contexts and logs. @returns
 * the number of quotations.
 */
export async function scrubTurns(db: Db, ownerId: string, turnIds: string[], now: Date): Promise<number> {
  const gone = await goneTurns(db, ownerId, turnIds)
  const { turnIds: quoting, quotations } = await scrub(db, ownerId, goneBy(gone), gone.turns, now)
  await dropQuotingEvents(db, [...quoting, ...(await askersOf(db, ownerId, turnIds))])
  return quotations
}

/** Turns whose log tells of one of these conversations. */
async function tellingOf(db: Db, ownerId: string, conversationIds: string[]): Promise<ReadonlySet<string>> {
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
    if (!end || page.length < PAGE) return told
    last = { turnId: end.turnId, attempt: Number(end.attempt), seq: Number(end.seq) }
  }
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

/** Turns that recalled any of these, or a summary that rests on one. */
export async function askersOf(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const ids of chunks(turnIds, PAGE)) {
    const summaries = { kind: 'summary', refId: { in: [...(await summariesOn(db, ownerId, ids))] } }
    const hits = await db.recallHit.findMany({
      where: { OR: [{ sourceTurnId: { in: ids } }, summaries], recall: { ownerId } },
      select: { recall: { select: { turnId: true } } },
    })
    for (const hit of hits) found.add(hit.recall.turnId)
  }
  return [...found].filter((id) => !turnIds.includes(id))
}
