-- One job writes all notes on a turn. What waits for the jobs of before is done by it, or by those that read and
-- summarise imported turns; lessons and titles that wait are noted with a later turn.
UPDATE "Job" SET "kind" = 'imported-facts' WHERE "kind" = 'facts' AND "status" IN ('waiting', 'running');
UPDATE "Job" SET "kind" = 'notes', "payload" = "payload" || jsonb_build_object('only', 'summary')
WHERE "kind" = 'summary' AND "status" IN ('waiting', 'running');
UPDATE "Job" SET "kind" = 'notes', "key" = "key" || '.judged', "payload" = "payload" || jsonb_build_object('only', 'learning')
WHERE "kind" = 'judge' AND "status" IN ('waiting', 'running');
DELETE FROM "Job" WHERE "kind" IN ('title', 'reflect', 'distil') AND "status" IN ('waiting', 'running');

-- Verdicts are not looked up by what was judged any more.
DROP INDEX "Verdict_ownerId_trajectoryHash_idx";
ALTER TABLE "Verdict" DROP COLUMN "trajectoryHash";
CREATE INDEX "Verdict_ownerId_idx" ON "Verdict"("ownerId");
