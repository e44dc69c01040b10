-- A consolidation neither links related strategies nor quarantines any more.
ALTER TABLE "Consolidation" DROP COLUMN "links";
ALTER TABLE "Consolidation" DROP COLUMN "quarantined";
