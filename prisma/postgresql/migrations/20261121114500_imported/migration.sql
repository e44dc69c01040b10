-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN "importedAt" TIMESTAMP(3);
ALTER TABLE "Conversation" ADD COLUMN "importedFile" TEXT;
ALTER TABLE "Turn" ADD COLUMN "importedAt" TIMESTAMP(3);
-- What was imported before is known by its own marks; when, by its oldest text.
UPDATE "Turn" SET "importedAt" = "createdAt" WHERE "clientMessageId" LIKE 'import!_%' ESCAPE '!' OR "conversationId" IN (SELECT "id" FROM "Conversation" WHERE "origin" = 'import:mneme');
-- CreateIndex
CREATE INDEX "Turn_tainted_conversationId_idx" ON "Turn"("tainted", "conversationId");
