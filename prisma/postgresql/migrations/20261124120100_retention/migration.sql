-- AlterTable
ALTER TABLE "Context" ADD COLUMN "droppedAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "Context_ownerId_droppedAt_idx" ON "Context"("ownerId", "droppedAt");
