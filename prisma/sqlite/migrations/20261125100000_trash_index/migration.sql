-- Partial: what is not in the trash is never looked up by it, and SQLite, which keeps no statistics, takes
-- "trashId" IS NULL for narrow and reads every row.
DROP INDEX "Turn_trashId_idx";
DROP INDEX "Fact_trashId_idx";
CREATE INDEX "Turn_trashId_idx" ON "Turn"("trashId") WHERE "trashId" IS NOT NULL;
CREATE INDEX "Fact_trashId_idx" ON "Fact"("trashId") WHERE "trashId" IS NOT NULL;
