import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
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
/**
 * Points of `size` turns from place `from` to `to`; `imported` = some turns of the scope came with an import.
 */
export type Places = { from: number; to: number; size: number; imported: boolean }
/** Buckets of what is in no point. */
export const OUTSIDE = { branches: -1, before: -2, after: -3, imported: -4, upkeep: -5 } as const

/**
 * 1 for a turn that was imported and never ran: it called no model, so it has no place among those that did.
 */
const came = sqltag`CASE WHEN t."importedAt" IS NOT NULL AND t."startedAt" IS NULL THEN 1 ELSE 0 END`

/** What a turn adds to the history of later ones, as `historyOf` says. */
const plain = sqltag`(t."userTokens" + t."answerTokens" + t."toolTokens" - t."recalledTokens")`
const full = sqltag`(t."contextTokens" - t."recalledTokens")`

/** Turns `t` of the scope's conversation and period. */
export const ofScope = ({ conversation, period }: Pick<UsageScope, 'conversation' | 'period'>) =>
  sqltag`${conversation ? sqltag` AND t."conversationId" = ${conversation.id}` : empty}${
    period ? sqltag` AND t."createdAt" >= ${period.since} AND t."createdAt" < ${period.until}` : empty
  }`

const whole = (value: number) => sqltag`CAST(${value} AS INTEGER)`

/** `path`: numbers of each branch that are on the path. */
const spans = (path: BranchPath) =>
  join(
    path.map(
      ([branchId, max], i) =>
        sqltag`(CAST(${branchId} AS TEXT), ${whole((path[i - 1]?.[1] ?? 0) + 1)}, ${whole(max)})`,
    ),
  )

/**
 * Common tables ending in `place`: every turn of the scope with its point (`bucket`) and its place in order
 * (`pos`; over all conversations turns that ran and turns that came with an import each have an order of
 * their own). With `history`, also the tokens before it on its own path for both baselines, and `imported` =
 * the imported share of `plain`. A branch includes everything up to the turn it forks from.
 */
export function placed(scope: UsageScope, { from, to, size, imported }: Places, history: boolean): Sql {
  const isImported = imported ? came : sqltag`0`
  const { ownerId, conversation, period } = scope
  const inside = period
    ? sqltag`CASE WHEN t."createdAt" >= ${period.since} AND t."createdAt" < ${period.until} THEN 1 ELSE 0 END`
    : sqltag`1`
  const ofTurns = conversation ? sqltag` AND t."conversationId" = ${conversation.id}` : empty
  const ofBranches = conversation ? sqltag` AND b."conversationId" = ${conversation.id}` : empty
  const shownPath = conversation?.path
  const position = shownPath
    ? sqltag`t."number"`
    : sqltag`ROW_NUMBER() OVER (PARTITION BY ${isImported}, ${inside} ORDER BY t."createdAt", t."id")`
  const path = shownPath ? sqltag`, path("branchId", "low", "high") AS (VALUES ${spans(shownPath)})` : empty
  const onPath = shownPath
    ? sqltag` LEFT JOIN path p ON p."branchId" = t."branchId" AND t."number" BETWEEN p."low" AND p."high"`
    : empty
  const offPath = shownPath ? sqltag`WHEN p."branchId" IS NULL THEN ${whole(OUTSIDE.branches)}` : empty
  const sums = history
    ? sqltag`, ${plain} AS "ownPlain", ${full} AS "ownFull", ${plain} * ${isImported} AS "ownImported",
      SUM(${plain}) OVER line AS "plain", SUM(${full}) OVER line AS "full", SUM(${plain} * ${isImported}) OVER line AS "imported"`
    : empty
  const line = history ? sqltag` WINDOW line AS (PARTITION BY t."branchId" ORDER BY t."number")` : empty
  const bases = history
    ? sqltag`, forks AS MATERIALIZED (
    SELECT b."id", f."branchId" AS "parent", COALESCE(f."plain", 0) AS "plain", COALESCE(f."full", 0) AS "full",
      COALESCE(f."imported", 0) AS "imported"
    FROM "Branch" b LEFT JOIN turns f ON f."id" = b."forkTurnId" WHERE b."ownerId" = ${ownerId}${ofBranches}
  ), bases AS (
    SELECT "id", "plain", "full", "imported" FROM forks WHERE "parent" IS NULL
    UNION ALL SELECT f."id", f."plain" + base."plain", f."full" + base."full", f."imported" + base."imported"
    FROM bases base JOIN forks f ON f."parent" = base."id"
  )`
    : empty
  const before = history
    ? sqltag`, base."plain" + t."plain" - t."ownPlain" AS "plain", base."full" + t."full" - t."ownFull" AS "full",
      base."imported" + t."imported" - t."ownImported" AS "imported"`
    : empty
  const onBase = history ? sqltag` JOIN bases base ON base."id" = t."branchId"` : empty
  return sqltag`WITH RECURSIVE turns AS MATERIALIZED (
    SELECT t."id", t."branchId", t."conversationId", t."number", t."createdAt", ${position} AS "pos", ${isImported} AS "came", ${inside} AS "inside"${sums}
    FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId" WHERE t."ownerId" = ${ownerId} AND c."trashId" IS NULL${ofTurns}${line}
  )${bases}${path}, place AS (
    SELECT t."id", t."conversationId", t."number", t."createdAt", t."pos"${before},
      CASE WHEN t."came" = 1 THEN ${whole(OUTSIDE.imported)} ${offPath} WHEN t."pos" < ${whole(from)} THEN ${whole(OUTSIDE.before)} WHEN t."pos" > ${whole(to)} THEN ${whole(OUTSIDE.after)}
        ELSE (t."pos" - ${whole(from)}) / ${whole(size)} END AS "bucket"
    FROM turns t${onBase}${onPath} WHERE t."inside" = 1
  )`
}

/** Every turn of the scope in order, with the tokens before it for both baselines. */
export const turnsQuery = (scope: UsageScope) => sqltag`${placed(scope, WHOLE, true)}
  SELECT "id", "conversationId", "number", "createdAt" AS "at", "plain", "full", "imported" FROM place ORDER BY "pos"`
const WHOLE: Places = { from: 1, to: 1, size: 1, imported: false }

/** Recorded calls of single turns, by turn, phase and model. */
export const callsOfTurnsQuery = (turnIds: readonly string[]) => sqltag`
  SELECT s."turnId", s."phase", s."model", ${CALLS} FROM "Step" s WHERE s."turnId" IN (${join(turnIds)}) GROUP BY 1, 2, 3`
/** Tokens of prompt sections of the same calls, by turn, model and section. */
export const sectionsOfTurnsQuery = (turnIds: readonly string[]) => sqltag`
  SELECT s."turnId", ${ANSWERING} AS "answering", s."model", l."section", SUM(l."tokens") AS "tokens"
  FROM "Step" s JOIN "LedgerSection" l ON l."stepId" = s."id" WHERE s."turnId" IN (${join(turnIds)}) GROUP BY 1, 2, 3, 4`

/** Sums over rows of `Step` as `s`. */
const CALLS = sqltag`COUNT(*) AS "calls",
    SUM(CASE WHEN s."inputTokens" IS NULL THEN 1 ELSE 0 END) AS "estimatedCalls",
    SUM(COALESCE(s."inputTokens", s."estInputTokens")) AS "inputTokens", SUM(COALESCE(s."cachedTokens", 0)) AS "cachedTokens",
    SUM(COALESCE(s."outputTokens", s."estOutputTokens")) AS "outputTokens", SUM(COALESCE(s."reasoningTokens", 0)) AS "reasoningTokens",
    SUM(s."estInputTokens") AS "estInputTokens", SUM(s."estOutputTokens") AS "estOutputTokens",
    SUM(COALESCE(s."inputTokens", 0)) AS "reportedInputTokens", SUM(CASE WHEN s."inputTokens" IS NULL THEN 0 ELSE s."estInputTokens" END) AS "reportedEstInputTokens",
    SUM(COALESCE(s."costMicros", 0)) AS "costMicros", SUM(CASE WHEN s."costMicros" IS NULL THEN 1 ELSE 0 END) AS "unpricedCalls"`

/** 1 for a call that thinks or answers. */
const ANSWERING = sqltag`CASE WHEN s."phase" IN ('think', 'act') THEN 1 ELSE 0 END`

/** Recorded calls of turns from place `low` to `high`, by point, phase, model and conversation. */
export const callsQuery = (place: Sql, low: number, high: number) => sqltag`${place}
  SELECT p."bucket", s."phase", s."model", p."conversationId", ${CALLS},
    SUM(p."plain") AS "plain", SUM(p."full") AS "full", SUM(p."imported") AS "imported"
  FROM place p JOIN "Step" s ON s."turnId" = p."id" WHERE p."pos" BETWEEN ${whole(low)} AND ${whole(high)} GROUP BY 1, 2, 3, 4`

const ofNoTurn = (ownerId: string, period: Period | null) =>
  sqltag`FROM "UpkeepCall" s WHERE s."ownerId" = ${ownerId}${period ? sqltag` AND s."startedAt" >= ${period.since} AND s."startedAt" < ${period.until}` : empty}`
/** Calls that no turn caused, as their point and as rows of `callsQuery`. */
export const upkeepPointQuery = ({ ownerId, period }: UsageScope) => sqltag`
  SELECT ${whole(OUTSIDE.upkeep)} AS "bucket", MIN(s."startedAt") AS "at" ${ofNoTurn(ownerId, period)} HAVING COUNT(*) > 0`
export const upkeepQuery = ({ ownerId, period }: UsageScope) => sqltag`
  SELECT ${whole(OUTSIDE.upkeep)} AS "bucket", s."phase", s."model", ${CALLS} ${ofNoTurn(ownerId, period)} GROUP BY 1, 2, 3`

/**
 * Tokens of prompt sections of the same calls, by point, model, section and conversation; `answering` = 1 for
 * think and act calls.
 */
export const sectionsQuery = (place: Sql, low: number, high: number) => sqltag`${place}
  SELECT p."bucket", ${ANSWERING} AS "answering", s."model", l."section", p."conversationId", SUM(l."tokens") AS "tokens"
  FROM place p JOIN "Step" s ON s."turnId" = p."id" JOIN "LedgerSection" l ON l."stepId" = s."id"
  WHERE p."pos" BETWEEN ${whole(low)} AND ${whole(high)} GROUP BY 1, 2, 3, 4, 5`

/** Recorded calls by the depth of their turns, and how many turns had it. */
export const depthsQuery = (scope: UsageScope) => sqltag`
  SELECT t."depth", COUNT(DISTINCT t."id") AS "turns", ${CALLS}
  FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId" JOIN "Step" s ON s."turnId" = t."id"
  WHERE t."ownerId" = ${scope.ownerId} AND t."depth" IS NOT NULL AND c."trashId" IS NULL${ofScope(scope)} GROUP BY 1`

/** Reflective turns whose last attempt took every call with tools that its plan allowed. */
export const cappedQuery = (scope: UsageScope) => sqltag`
  SELECT "depth", COUNT(*) AS "capped" FROM (
    SELECT t."id", t."depth" FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
      JOIN "Step" s ON s."turnId" = t."id" AND s."attempt" = t."attempt" AND s."phase" = 'act'
    WHERE t."ownerId" = ${scope.ownerId} AND t."depth" IN ('complex', 'deep') AND c."trashId" IS NULL${ofScope(scope)}
    GROUP BY t."id" HAVING COUNT(*) > 1 AND COUNT(*) >= CAST(t."complexity" ->> 'maxSteps' AS INTEGER)
  ) capped GROUP BY 1`

/** The first and last turn that ran among those that are shown of a conversation; null = none. */
export const firstRunQuery = (
  ownerId: string,
  path: BranchPath,
  period: Period | null,
) => sqltag`WITH path("branchId", "low", "high") AS (VALUES ${spans(path)})
  SELECT MIN(t."number") AS "first", MAX(t."number") AS "last" FROM path p JOIN "Turn" t ON t."branchId" = p."branchId" AND t."number" BETWEEN p."low" AND p."high" WHERE t."ownerId" = ${ownerId} AND ${came} = 0${ofScope({ conversation: null, period })}`

/** The turns of each point. */
export const pointsQuery = (place: Sql) => sqltag`${place}
  SELECT "bucket", COUNT(*) AS "turns", MIN("pos") AS "from", MAX("pos") AS "to", MIN("createdAt") AS "at",
    MIN("id") AS "id", MIN("conversationId") AS "conversationId", MIN("number") AS "number" FROM place GROUP BY 1`

/** Turns of the scope that ran, those that came with an import, and the highest number among all. */
export const extentQuery = (scope: UsageScope) => sqltag`
  SELECT COUNT(*) - COALESCE(SUM(${came}), 0) AS "ran", COALESCE(SUM(${came}), 0) AS "came", MAX(t."number") AS "number" FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
  WHERE t."ownerId" = ${scope.ownerId} AND c."trashId" IS NULL${ofScope(scope)}`
