-- CreateTable
CREATE TABLE "SearchState" (
    "id" SERIAL NOT NULL,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "format" INTEGER NOT NULL,
    "rev" INTEGER NOT NULL,
    "filled" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "units" INTEGER NOT NULL DEFAULT 0,
    "terms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SearchState_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SearchState_ownerId_kind_key" ON "SearchState"("ownerId", "kind");

-- Full text of owners with very many units; empty for all others. Not in models.prisma: see lib/db/full-text.ts.
CREATE TABLE "SearchUnit" (
    "id" SERIAL NOT NULL,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "refId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "stamp" TEXT,
    "speaker" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "length" INTEGER NOT NULL,
    "terms" TEXT NOT NULL,
    "vector" tsvector GENERATED ALWAYS AS (array_to_tsvector(string_to_array("terms", ' '))) STORED,

    CONSTRAINT "SearchUnit_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SearchUnit_refId_idx" ON "SearchUnit"("refId");
CREATE INDEX "SearchUnit_conversationId_at_idx" ON "SearchUnit"("conversationId", "at");
CREATE INDEX "SearchUnit_ownerId_kind_at_idx" ON "SearchUnit"("ownerId", "kind", "at");
CREATE INDEX "SearchUnit_vector_idx" ON "SearchUnit" USING GIN ("vector") WITH (fastupdate = off);
