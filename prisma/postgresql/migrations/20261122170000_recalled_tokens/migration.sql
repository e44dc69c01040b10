-- AlterTable
ALTER TABLE "Turn" ADD COLUMN "recalledTokens" INTEGER NOT NULL DEFAULT 0;

-- DropIndex
DROP INDEX "Turn_sums_idx";

-- CreateIndex
CREATE INDEX "Turn_sums_idx" ON "Turn"("ownerId", "conversationId", "branchId", "number", "createdAt", "id", "contextTokens", "userTokens", "answerTokens", "toolTokens", "recalledTokens");

-- Turns from before: what their other tools gave back is known, the rest was recalled.
CREATE TEMPORARY TABLE "RecalledBefore" AS
SELECT t."id" AS "turnId", t."toolTokens" - SUM(CASE WHEN c."name" IN ('recall_context', 'search_memories', 'search_summaries', 'lookup_facts', 'analyze_patterns', 'analyze_topic') THEN 0 ELSE COALESCE(b."tokens", 0) END) AS "tokens"
FROM "Turn" t JOIN "Step" s ON s."turnId" = t."id" AND s."attempt" = t."attempt" JOIN "ToolCall" c ON c."stepId" = s."id"
LEFT JOIN "Blob" b ON b."ownerId" = s."ownerId" AND b."hash" = c."resultHash"
WHERE t."toolTokens" > 0 GROUP BY t."id", t."toolTokens"
HAVING SUM(CASE WHEN c."name" IN ('recall_context', 'search_memories', 'search_summaries', 'lookup_facts', 'analyze_patterns', 'analyze_topic') THEN 1 ELSE 0 END) > 0;
UPDATE "Turn" SET "recalledTokens" = (SELECT r."tokens" FROM "RecalledBefore" r WHERE r."turnId" = "Turn"."id")
WHERE "id" IN (SELECT "turnId" FROM "RecalledBefore" WHERE "tokens" > 0);
DROP TABLE "RecalledBefore";

-- What was recalled while acting came back as tool results: in the ledger it moves from "steps" to "recalled".
CREATE TEMPORARY TABLE "RecalledSteps" AS
SELECT l."stepId", l."turnId", l."ownerId", CASE WHEN SUM(b."tokens") > l."tokens" THEN l."tokens" ELSE SUM(b."tokens") END AS "tokens"
FROM "LedgerSection" l JOIN "Step" s ON s."id" = l."stepId"
JOIN "Step" e ON e."turnId" = s."turnId" AND e."attempt" = s."attempt" AND e."phase" = 'act' AND e."index" < s."index"
JOIN "ToolCall" c ON c."stepId" = e."id" JOIN "Blob" b ON b."ownerId" = e."ownerId" AND b."hash" = c."resultHash"
WHERE l."section" = 'steps' AND c."name" IN ('recall_context', 'search_memories', 'search_summaries', 'lookup_facts', 'analyze_patterns', 'analyze_topic')
GROUP BY l."stepId", l."turnId", l."ownerId", l."tokens";
UPDATE "LedgerSection" SET "tokens" = "tokens" - (SELECT r."tokens" FROM "RecalledSteps" r WHERE r."stepId" = "LedgerSection"."stepId")
WHERE "section" = 'steps' AND "stepId" IN (SELECT "stepId" FROM "RecalledSteps");
INSERT INTO "LedgerSection" ("stepId", "section", "turnId", "ownerId", "tokens")
SELECT "stepId", 'recalled', "turnId", "ownerId", "tokens" FROM "RecalledSteps" WHERE true
ON CONFLICT ("stepId", "section") DO UPDATE SET "tokens" = "LedgerSection"."tokens" + excluded."tokens";
DROP TABLE "RecalledSteps";
