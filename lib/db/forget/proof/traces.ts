import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { derivedFrom } from '../derived'
import { forgottenMatcher, forgottenTurns, NOTHING } from '../gone'
import { scrub } from '../purge/scrub'
import { SETTLED } from '../settled'

const PAGE = 500

/** Settled turns are shown from their rows, so recall and tool events can be deleted from their logs. */
export async function dropQuotingEvents(db: Db, turnIds: string[]): Promise<void> {
  for (const ids of chunks(turnIds, PAGE))
    await db.event.deleteMany({
      where: { turnId: { in: ids }, type: { in: ['recall', 'tool'] }, turn: SETTLED },
    })
}

/**
 * Blanks quotations of these turns in all prompts, tool results, contexts and logs. `conversationIds` = those
 * that go as a whole, of which these are all turns. @returns the number of quotations.
 */
export async function scrubTurns(
  db: Db,
  ownerId: string,
  turnIds: string[],
  now: Date,
  conversationIds: string[] = [],
): Promise<number> {
  const forgotten = await forgottenTurns(db, ownerId, turnIds)
  const isForgotten = forgottenMatcher({ ...forgotten, conversations: new Set(conversationIds) })
  const { turnIds: quoting, quotations } = await scrub(db, ownerId, isForgotten, forgotten.turns, now)
  const logging = conversationIds.length
    ? await turnsLogging(db, ownerId, conversationIds)
    : await recallersOf(db, ownerId, turnIds)
  await dropQuotingEvents(db, [...quoting, ...logging])
  return quotations
}

/**
 * Blanks quotations of these statements in all prompts and tool results. @returns the number of quotations.
 */
export async function scrubFacts(db: Db, ownerId: string, facts: string[], now: Date): Promise<number> {
  const isForgotten = forgottenMatcher({ ...NOTHING, facts: new Set(facts) })
  const { turnIds, quotations } = await scrub(db, ownerId, isForgotten, new Set(), now)
  await dropQuotingEvents(db, turnIds)
  return quotations
}

/** Turns whose log mentions one of these conversations. */
async function turnsLogging(
  db: Db,
  ownerId: string,
  conversationIds: string[],
): Promise<ReadonlySet<string>> {
  const forgotten = new Set(conversationIds)
  const few = conversationIds.length <= NEEDLES
  const found = new Set<string>()
  for (let last = { turnId: '', attempt: 0, seq: 0 }; ; ) {
    const page = await quotingEvents(db, ownerId, conversationIds, last)
    for (const { turnId, data } of page)
      if (
        few ||
        (!found.has(turnId) && (data.replace(ESCAPE, ' ').match(ID) ?? []).some((id) => forgotten.has(id)))
      )
        found.add(turnId)
    const end = page.at(-1)
    if (!end || page.length < PAGE) return found
    last = { turnId: end.turnId, attempt: Number(end.attempt), seq: Number(end.seq) }
  }
}

/** Above this many conversations, SQL LIKE terms would be too many, and ids are matched in code. */
const NEEDLES = 20
const ID = /[A-Za-z0-9_-]+/g
/** Escapes in JSON strings. */
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

/** Other turns that recalled one of these turns or a summary derived from one. */
export async function recallersOf(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const ids of chunks(turnIds, PAGE)) {
    const summaries = { kind: 'summary', refId: { in: [...(await derivedFrom(db, ownerId, ids)).summary] } }
    const hits = await db.recallHit.findMany({
      where: { OR: [{ sourceTurnId: { in: ids } }, summaries], recall: { ownerId } },
      select: { recall: { select: { turnId: true } } },
    })
    for (const hit of hits) found.add(hit.recall.turnId)
  }
  return [...found].filter((id) => !turnIds.includes(id))
}
