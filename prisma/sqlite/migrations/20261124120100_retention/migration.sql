-- AlterTable
ALTER TABLE "Context" ADD COLUMN "droppedAt" DATETIME;

-- CreateIndex
CREATE INDEX "Context_ownerId_droppedAt_idx" ON "Context"("ownerId", "droppedAt");
