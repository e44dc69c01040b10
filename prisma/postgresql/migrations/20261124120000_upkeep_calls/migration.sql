-- CreateTable
CREATE TABLE "UpkeepCall" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "phase" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "promptVersion" TEXT NOT NULL,
    "finish" TEXT NOT NULL,
    "errorCode" TEXT,
    "tries" INTEGER NOT NULL,
    "inputTokens" INTEGER,
    "cachedTokens" INTEGER,
    "outputTokens" INTEGER,
    "reasoningTokens" INTEGER,
    "estInputTokens" INTEGER NOT NULL,
    "estOutputTokens" INTEGER NOT NULL,
    "costMicros" INTEGER,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "firstMs" INTEGER,
    "totalMs" INTEGER NOT NULL,

    CONSTRAINT "UpkeepCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "UpkeepCall_ownerId_startedAt_idx" ON "UpkeepCall"("ownerId", "startedAt");

-- AlterTable
ALTER TABLE "Consolidation" ADD COLUMN "quarantined" INTEGER NOT NULL DEFAULT 0;
