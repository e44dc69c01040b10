import { empty, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { BranchPath } from '@/lib/db/turns/path'

/**
 * What is added up: a conversation with the path that is shown of it, or (null) all conversations of the
 * owner. Without a path, every turn has a place in time order.
 */
export type UsageScope = {
  ownerId: string
  conversation: { id: string; path: BranchPath | null } | null
  /** Only turns sent, and calls without a turn made, in this time. */
  period: Period | null
}
export type Period = { since: Date; until: Date }
/** Buckets of what is in no point. */
export const OUTSIDE = { branches: -1, before: -2, after: -3, imported: -4, upkeep: -5 } as const

const whole = (value: number) => sqltag`CAST(${value} AS INTEGER)`
const ofConversation = (table: Sql, { conversation }: UsageScope) =>
  conversation ? sqltag` AND ${table}"conversationId" = ${conversation.id}` : empty

/** Where a page of turns ends. */
export type TurnPlace = { conversationId: string; branchId: string; number: number }
export const NO_PLACE: TurnPlace = { conversationId: '', branchId: '', number: 0 }

/**
 * Turns in the order of their branches, with what each adds to the history of later ones, as `historyOf`
 * says. `came` = 1 for one that was imported and never ran.
 */
export const turnPageQuery = (scope: UsageScope, after: TurnPlace, take: number) => sqltag`
  SELECT t."id", t."branchId", t."conversationId", t."number", t."createdAt" AS "at",
    CASE WHEN t."importedAt" IS NOT NULL AND t."startedAt" IS NULL THEN 1 ELSE 0 END AS "came", t."depth",
    t."userTokens" + t."answerTokens" + t."toolTokens" - t."recalledTokens" AS "plain",
    t."contextTokens" - t."recalledTokens" AS "full"
  FROM "Turn" t WHERE t."ownerId" = ${scope.ownerId}${ofConversation(sqltag`t.`, scope)}
    AND (t."conversationId", t."branchId", t."number") > (${after.conversationId}, ${after.branchId}, ${whole(after.number)})
  ORDER BY t."conversationId", t."branchId", t."number" LIMIT ${take}`

/** Branches that leave another one, and the turn they leave it at. */
export const forksQuery = (scope: UsageScope) => sqltag`
  SELECT b."id", b."forkTurnId" AS "turnId" FROM "Branch" b
  WHERE b."ownerId" = ${scope.ownerId} AND b."forkTurnId" IS NOT NULL${ofConversation(sqltag`b.`, scope)}`

/** A turn as the sums need it: its point, and the tokens before it. */
export type Placed = {
  id: string
  conversationId: string
  depth: string | null
  bucket: number
  plain: number
  full: number
  imported: number
}
/** A WITH clause that makes these turns the table `place`. Every query about them starts with it. */
export function placeTable(turns: readonly Placed[], isSqlite: boolean): Sql {
  const json = JSON.stringify(
    turns.map(({ id, conversationId, depth, bucket, plain, full, imported }) => ({
      ...{ id, conversationId, depth, bucket, plain, full, imported },
    })),
  )
  return isSqlite
    ? sqltag`WITH place AS MATERIALIZED (
    SELECT "value" ->> 'id' AS "id", "value" ->> 'conversationId' AS "conversationId",
      "value" ->> 'depth' AS "depth", "value" ->> 'bucket' AS "bucket", "value" ->> 'plain' AS "plain",
      "value" ->> 'full' AS "full", "value" ->> 'imported' AS "imported" FROM json_each(${json}))`
    : sqltag`WITH place AS MATERIALIZED (SELECT * FROM json_to_recordset(CAST(${json} AS json)) AS given
    ("id" text, "conversationId" text, "depth" text, "bucket" integer,
      "plain" bigint, "full" bigint, "imported" bigint))`
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

/** 1 for a call that thinks or answers. */
const ANSWERING = sqltag`CASE WHEN s."phase" IN ('think', 'act') THEN 1 ELSE 0 END`

/** Joined this way round, because SQLite would otherwise read every call to find those of a few turns. */
const CALLS_OF_PLACE = sqltag`place p CROSS JOIN "Step" s`
const TURNS_OF_PLACE = sqltag`place p CROSS JOIN "Turn" t`

/** Recorded calls of turns, by point, phase, model, conversation and depth. */
export const callsQuery = (place: Sql) => sqltag`${place}
  SELECT p."bucket", s."phase", s."model", p."conversationId", p."depth", ${CALLS},
    SUM(p."plain") AS "plain", SUM(p."full") AS "full", SUM(p."imported") AS "imported"
  FROM ${CALLS_OF_PLACE} WHERE s."turnId" = p."id" GROUP BY 1, 2, 3, 4, 5`

/**
 * Tokens of prompt sections of the same calls, by point, model, section and conversation; `answering` = 1 for
 * think and act calls.
 */
export const sectionsQuery = (place: Sql) => sqltag`${place}
  SELECT p."bucket", ${ANSWERING} AS "answering", s."model", l."section", p."conversationId", SUM(l."tokens") AS "tokens"
  FROM ${CALLS_OF_PLACE} CROSS JOIN "LedgerSection" l WHERE s."turnId" = p."id" AND l."stepId" = s."id"
  GROUP BY 1, 2, 3, 4, 5`

/**
 * Turns by depth and by the size of their windows, which only those that ended have.
 * - `called`: turns with calls; `capped`: reflective ones whose last attempt made every call for the answer
 *   that its plan allowed
 * - `judged`, `succeeded`: a turn that a person stopped tells nothing of success; one that they rated down
 *   did not succeed
 */
export const turnsQuery = (place: Sql, isSqlite: boolean) => {
  const tokens = sqltag`CAST(t."window" ->> 'tokens' AS INTEGER)`
  const earlier = sqltag`CAST(t."window" ->> 'earlier' AS INTEGER)`
  const status = sqltag`CAST(t."status" AS TEXT)`
  const most = sqltag`CAST(t."complexity" ->> 'maxSteps' AS INTEGER)`
  const took = isSqlite
    ? sqltag`(julianday(t."endedAt") - julianday(t."startedAt")) * 86400000`
    : sqltag`EXTRACT(EPOCH FROM (t."endedAt" - t."startedAt")) * 1000`
  return sqltag`${place}
  SELECT t."depth", CASE WHEN ${status} IN ('completed', 'stopped', 'failed', 'interrupted')
      AND t."startedAt" IS NOT NULL AND t."endedAt" IS NOT NULL THEN CAST(t."window" ->> 'size' AS TEXT) END AS "size",
    COUNT(*) AS "turns",
    SUM(CASE WHEN EXISTS (SELECT 1 FROM "Step" s WHERE s."turnId" = t."id") THEN 1 ELSE 0 END) AS "called",
    SUM(CASE WHEN t."depth" IN ('complex', 'deep') AND (
      SELECT COUNT(*) FROM "Step" s WHERE s."turnId" = t."id" AND s."attempt" = t."attempt" AND s."phase" = 'act'
    ) >= CASE WHEN ${most} < 2 THEN 2 ELSE ${most} END THEN 1 ELSE 0 END) AS "capped",
    SUM(${tokens}) AS "tokens", SUM(${earlier}) AS "earlier", COUNT(${earlier}) AS "counted",
    SUM(CASE WHEN ${status} = 'stopped' THEN 0 ELSE 1 END) AS "judged",
    SUM(CASE WHEN ${status} = 'completed' AND COALESCE(f."value", 0) >= 0 THEN 1 ELSE 0 END) AS "succeeded",
    SUM(CASE WHEN ${status} = 'completed' THEN 1 ELSE 0 END) AS "completed",
    CAST(ROUND(SUM(CASE WHEN ${status} = 'completed' THEN ${took} ELSE 0 END)) AS BIGINT) AS "ms"
  FROM ${TURNS_OF_PLACE} LEFT JOIN "Feedback" f ON f."turnId" = t."id"
  WHERE t."id" = p."id" GROUP BY 1, 2`
}

const ofNoTurn = (ownerId: string, period: Period | null) =>
  sqltag`FROM "UpkeepCall" s WHERE s."ownerId" = ${ownerId}${period ? sqltag` AND s."startedAt" >= ${period.since} AND s."startedAt" < ${period.until}` : empty}`
/** Calls that no turn caused, as their point and as rows of `callsQuery`. */
export const upkeepPointQuery = ({ ownerId, period }: UsageScope) => sqltag`
  SELECT ${whole(OUTSIDE.upkeep)} AS "bucket", MIN(s."startedAt") AS "at" ${ofNoTurn(ownerId, period)} HAVING COUNT(*) > 0`
export const upkeepQuery = ({ ownerId, period }: UsageScope) => sqltag`
  SELECT ${whole(OUTSIDE.upkeep)} AS "bucket", s."phase", s."model", ${CALLS} ${ofNoTurn(ownerId, period)} GROUP BY 1, 2, 3`
