-- Nothing was ever written to these tables.
-- DropTable
DROP TABLE "Delta";

-- DropTable
DROP TABLE "StrategyLink";

-- DropTable
DROP TABLE "StrategyUse";

-- DropTable
DROP TABLE "Strategy";

-- CreateTable
CREATE TABLE "Strategy" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "contentHash" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "tags" JSONB NOT NULL,
    "domain" TEXT NOT NULL,
    "conversationId" TEXT,
    "outcome" TEXT NOT NULL,
    "prior" DOUBLE PRECISION NOT NULL,
    "helpful" INTEGER NOT NULL DEFAULT 0,
    "harmful" INTEGER NOT NULL DEFAULT 0,
    "neutral" INTEGER NOT NULL DEFAULT 0,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "untrusted" BOOLEAN NOT NULL DEFAULT false,
    "trial" BOOLEAN NOT NULL DEFAULT false,
    "mergedIntoId" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Strategy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StrategyUse" (
    "turnId" TEXT NOT NULL,
    "strategyId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "parts" JSONB NOT NULL,
    "cited" BOOLEAN NOT NULL,
    "trial" BOOLEAN NOT NULL DEFAULT false,
    "tag" TEXT,

    CONSTRAINT "StrategyUse_pkey" PRIMARY KEY ("turnId", "strategyId")
);

-- CreateTable
CREATE TABLE "StrategyLink" (
    "fromId" TEXT NOT NULL,
    "toId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "relation" TEXT NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "StrategyLink_pkey" PRIMARY KEY ("fromId", "toId", "relation")
);

-- CreateTable
CREATE TABLE "Delta" (
    "ownerId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "op" TEXT NOT NULL,
    "strategyId" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "by" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "turnId" TEXT,
    "undoes" INTEGER,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Delta_pkey" PRIMARY KEY ("ownerId", "seq")
);

-- CreateTable
CREATE TABLE "Consolidation" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "turnId" TEXT,
    "items" INTEGER NOT NULL,
    "duplicates" INTEGER NOT NULL,
    "contradictions" INTEGER NOT NULL,
    "links" INTEGER NOT NULL,
    "pruned" INTEGER NOT NULL,
    "ms" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Consolidation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Strategy_ownerId_status_section_idx" ON "Strategy"("ownerId", "status", "section");

-- CreateIndex
CREATE INDEX "Strategy_ownerId_contentHash_idx" ON "Strategy"("ownerId", "contentHash");

-- CreateIndex
CREATE INDEX "Strategy_conversationId_idx" ON "Strategy"("conversationId");

-- CreateIndex
CREATE UNIQUE INDEX "Strategy_ownerId_slug_key" ON "Strategy"("ownerId", "slug");

-- CreateIndex
CREATE INDEX "StrategyUse_strategyId_idx" ON "StrategyUse"("strategyId");

-- CreateIndex
CREATE INDEX "StrategyLink_toId_idx" ON "StrategyLink"("toId");

-- CreateIndex
CREATE INDEX "Delta_strategyId_idx" ON "Delta"("strategyId");

-- CreateIndex
CREATE UNIQUE INDEX "Delta_groupId_index_key" ON "Delta"("groupId", "index");

-- CreateIndex
CREATE INDEX "Consolidation_ownerId_at_idx" ON "Consolidation"("ownerId", "at");
