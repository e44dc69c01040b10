-- Nothing was ever written to these tables.
-- DropTable
DROP TABLE "EntityAlias";

-- DropTable
DROP TABLE "Fact";

-- CreateTable
CREATE TABLE "Fact" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "predicate" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "objectNorm" TEXT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "validFrom" TIMESTAMP(3) NOT NULL,
    "sourceTurnId" TEXT,
    "quote" TEXT,
    "origin" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "trashId" TEXT,

    CONSTRAINT "Fact_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Fact_sourceTurnId_idx" ON "Fact"("sourceTurnId");

-- CreateIndex
CREATE INDEX "Fact_trashId_idx" ON "Fact"("trashId");

-- CreateIndex
CREATE UNIQUE INDEX "Fact_ownerId_subjectId_predicate_objectNorm_sourceTurnId_key" ON "Fact"("ownerId", "subjectId", "predicate", "objectNorm", "sourceTurnId");

-- AddForeignKey
ALTER TABLE "Fact" ADD CONSTRAINT "Fact_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Entity"("id") ON DELETE CASCADE ON UPDATE CASCADE;
