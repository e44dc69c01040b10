import { empty, join, raw, type Sql, sqltag } from '@prisma/client/runtime/client'
import { namesIn } from '@/lib/shared/pick'
import { DELETED } from './upkeep-calls'

type Raw = number | bigint | string | Date | { toString(): string } | null
export type UsageRow = Record<string, Raw>
/** Sums come as number, bigint or decimal, by database. */
export const num = (value: Raw | undefined) => Number(value ?? 0)

/** What is added up: a conversation, or (null) all conversations of the owner. */
export type UsageScope = {
  ownerId: string
  conversationId: string | null
  /** Only turns sent, and calls without a turn made, in this time. */
  period: SqlPeriod | null
  /** Models whose calls are left out. */
  uncounted: readonly string[]
}
export type SqlPeriod = { since: Date; until: Date }

const whole = (value: number) => sqltag`CAST(${value} AS INTEGER)`
const ofConversation = (table: Sql, { conversationId }: UsageScope) =>
  conversationId ? sqltag` AND ${table}"conversationId" = ${conversationId}` : empty
/** Not calls that no model read (`wasRead`). */
const isCounted = ({ uncounted }: Pick<UsageScope, 'uncounted'>) =>
  sqltag`s."model" NOT IN (${join([...uncounted])}) AND (s."inputTokens" IS NOT NULL OR s."estInputTokens" > 0)`

/** Where a page of turns ends. */
export type LedgerPlace = { conversationId: string; branchId: string; number: number }
export const NO_PLACE: LedgerPlace = { conversationId: '', branchId: '', number: 0 }

const COLUMNS =
  'id branchId conversationId number at came depth plain full called capped status size tokens earlier ms rating'
/** For SQLite: PostgreSQL knows the columns of a row. */
const AS_OBJECT = raw(
  namesIn(COLUMNS)
    .map((name) => `'${name}', r."${name}"`)
    .join(', '),
)
/**
 * Turns in the order of their branches (see `PlacedTurn`), with what each adds to the history of later ones, as
 * `historyOf` says. The page is one JSON text, because Prisma takes longer to hand over its rows than the database
 * to read them; `at` in it is text, or milliseconds. A flag is 0 or 1; outside the period `called` and `capped` are
 * 0, so that no calls are looked up.
 */
export function turnPageQuery(scope: UsageScope, after: LedgerPlace, take: number, isSqlite: boolean): Sql {
  const isInside = scope.period
    ? sqltag`t."createdAt" >= ${scope.period.since} AND t."createdAt" < ${scope.period.until}`
    : sqltag`1 = 1`
  const most = sqltag`CAST(t."plan" ->> 'maxSteps' AS INTEGER)`
  const [at, took] = isSqlite
    ? [sqltag`t."createdAt"`, sqltag`(julianday(t."endedAt") - julianday(t."startedAt")) * 86400000`]
    : [
        sqltag`EXTRACT(EPOCH FROM t."createdAt") * 1000`,
        sqltag`EXTRACT(EPOCH FROM (t."endedAt" - t."startedAt")) * 1000`,
      ]
  const page = sqltag`
  SELECT t."id", t."branchId", t."conversationId", t."number", ${at} AS "at",
    CASE WHEN t."importedAt" IS NOT NULL AND t."startedAt" IS NULL THEN 1 ELSE 0 END AS "came", t."depth",
    t."userTokens" + t."answerTokens" + t."toolTokens" - t."recalledTokens" AS "plain",
    t."contextTokens" - t."recalledTokens" AS "full",
    CASE WHEN ${isInside} AND EXISTS (
      SELECT 1 FROM "Step" s WHERE s."turnId" = t."id" AND s."phase" IN ('think', 'act') AND ${isCounted(scope)}
    ) THEN 1 ELSE 0 END AS "called",
    CASE WHEN ${isInside} AND t."depth" IN ('complex', 'deep') AND (
      SELECT COUNT(*) FROM "Step" s WHERE s."turnId" = t."id" AND s."attempt" = t."attempt" AND s."phase" = 'act'
    ) >= CASE WHEN ${most} < 2 THEN 2 ELSE ${most} END THEN 1 ELSE 0 END AS "capped",
    CAST(t."status" AS TEXT) AS "status",
    CASE WHEN CAST(t."status" AS TEXT) IN ('completed', 'stopped', 'failed', 'interrupted')
      AND t."startedAt" IS NOT NULL AND t."endedAt" IS NOT NULL THEN CAST(t."window" ->> 'size' AS TEXT) END AS "size",
    CAST(t."window" ->> 'tokens' AS INTEGER) AS "tokens", CAST(t."window" ->> 'earlier' AS INTEGER) AS "earlier",
    COALESCE(${took}, 0) AS "ms", COALESCE(f."value", 0) AS "rating"
  FROM "Turn" t LEFT JOIN "Feedback" f ON f."turnId" = t."id"
  WHERE t."ownerId" = ${scope.ownerId}${ofConversation(sqltag`t.`, scope)}
    AND (t."conversationId", t."branchId", t."number") > (${after.conversationId}, ${after.branchId}, ${whole(after.number)})
  ORDER BY t."conversationId", t."branchId", t."number" LIMIT ${take}`
  return isSqlite
    ? sqltag`SELECT json_group_array(json_object(${AS_OBJECT})) AS "page" FROM (${page}) r`
    : sqltag`SELECT CAST(json_agg(r) AS TEXT) AS "page" FROM (${page}) r`
}

/** Branches that leave another one, and the turn they leave it at. */
export const forksQuery = (scope: UsageScope) => sqltag`
  SELECT b."id", b."forkTurnId" AS "turnId" FROM "Branch" b
  WHERE b."ownerId" = ${scope.ownerId} AND b."forkTurnId" IS NOT NULL${ofConversation(sqltag`b.`, scope)}`

/** A turn as the sums need it: its point, and the tokens before it. */
export type PlacedCall = {
  id: string
  conversationId: string
  depth: string | null
  bucket: number
  plain: number
  full: number
  imported: number
}
/** The columns by which turns are grouped; their calls are added up together. */
type Group = Pick<PlacedCall, 'bucket' | 'conversationId' | 'depth'>
/**
 * `table` is a WITH clause that makes these turns the table `place`: every query about them starts with it.
 * Each row has the number of its group in `groups`: the database sorts numbers faster than names.
 */
export function placeTable(turns: readonly PlacedCall[], isSqlite: boolean): { table: Sql; groups: Group[] } {
  const numbers = new Map<string, number>()
  const groups: Group[] = []
  const numberOf = ({ bucket, conversationId, depth }: PlacedCall) => {
    const key = `${bucket} ${conversationId} ${depth}`
    const number = numbers.get(key) ?? groups.push({ bucket, conversationId, depth }) - 1
    numbers.set(key, number)
    return number
  }
  const json = JSON.stringify(
    turns.map((turn) => [turn.id, numberOf(turn), turn.plain, turn.full, turn.imported]),
  )
  const table = isSqlite
    ? sqltag`WITH place AS MATERIALIZED (
    SELECT "value" ->> 0 AS "id", "value" ->> 1 AS "group", "value" ->> 2 AS "plain",
      "value" ->> 3 AS "full", "value" ->> 4 AS "imported" FROM json_each(${json}))`
    : sqltag`WITH place AS MATERIALIZED (
    SELECT "value" ->> 0 AS "id", CAST("value" ->> 1 AS integer) AS "group", CAST("value" ->> 2 AS bigint) AS "plain",
      CAST("value" ->> 3 AS bigint) AS "full", CAST("value" ->> 4 AS bigint) AS "imported"
    FROM json_array_elements(CAST(${json} AS json)))`
  return { table, groups }
}

/** Sums over rows of `Step` as `s`. */
const CALLS = sqltag`COUNT(*) AS "calls",
    SUM(CASE WHEN s."inputTokens" IS NULL THEN 1 ELSE 0 END) AS "estimatedCalls",
    SUM(CASE WHEN s."inputTokens" IS NULL THEN s."estInputTokens" ELSE 0 END
      + CASE WHEN s."outputTokens" IS NULL THEN s."estOutputTokens" ELSE 0 END) AS "estimatedTokens",
    SUM(COALESCE(s."inputTokens", s."estInputTokens")) AS "inputTokens", SUM(COALESCE(s."cachedTokens", 0)) AS "cachedTokens",
    SUM(COALESCE(s."outputTokens", s."estOutputTokens")) AS "outputTokens", SUM(COALESCE(s."reasoningTokens", 0)) AS "reasoningTokens",
    SUM(s."estInputTokens") AS "estInputTokens", SUM(s."estOutputTokens") AS "estOutputTokens",
    SUM(COALESCE(s."inputTokens", 0)) AS "reportedInputTokens", SUM(CASE WHEN s."inputTokens" IS NULL THEN 0 ELSE s."estInputTokens" END) AS "reportedEstInputTokens",
    SUM(COALESCE(s."costMicros", 0)) AS "costMicros", SUM(CASE WHEN s."costMicros" IS NULL THEN 1 ELSE 0 END) AS "unpricedCalls"`

/** Joined this way round, because SQLite would otherwise read every call to find those of a few turns. */
const CALLS_OF_PLACE = sqltag`place p CROSS JOIN "Step" s`

/** Recorded calls of turns, by group, phase and model. */
export const callsQuery = (place: Sql, scope: UsageScope) => sqltag`${place}
  SELECT p."group", s."phase", s."model", ${CALLS},
    SUM(p."plain") AS "plain", SUM(p."full") AS "full", SUM(p."imported") AS "imported"
  FROM ${CALLS_OF_PLACE} WHERE s."turnId" = p."id" AND ${isCounted(scope)} GROUP BY 1, 2, 3`

/** Tokens of prompt sections of those calls that think or answer, by group, model and section. */
export const sectionsQuery = (place: Sql, scope: UsageScope) => sqltag`${place}
  SELECT p."group", s."model", l."section", SUM(l."tokens") AS "tokens"
  FROM ${CALLS_OF_PLACE} CROSS JOIN "LedgerSection" l
  WHERE s."turnId" = p."id" AND s."phase" IN ('think', 'act') AND ${isCounted(scope)} AND l."stepId" = s."id"
  GROUP BY 1, 2, 3`

/** Calls that no turn caused, by minute, phase and model. */
export function upkeepQuery(scope: UsageScope, isSqlite: boolean): Sql {
  const { ownerId, period } = scope
  const minute = isSqlite ? sqltag`substr(s."startedAt", 1, 16)` : sqltag`date_trunc('minute', s."startedAt")`
  const inside = period
    ? sqltag` AND s."startedAt" >= ${period.since} AND s."startedAt" < ${period.until}`
    : empty
  return sqltag`
  SELECT MIN(s."startedAt") AS "at", s."phase", s."model", ${CALLS} FROM "UpkeepCall" s
  WHERE s."ownerId" = ${ownerId} AND s."phase" <> ${DELETED} AND ${isCounted(scope)}${inside}
  GROUP BY ${minute}, 2, 3`
}
