-- CreateTable
CREATE TABLE "SearchState" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "format" INTEGER NOT NULL,
    "rev" INTEGER NOT NULL,
    "filled" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "units" INTEGER NOT NULL DEFAULT 0,
    "terms" INTEGER NOT NULL DEFAULT 0
);

-- CreateIndex
CREATE UNIQUE INDEX "SearchState_ownerId_kind_key" ON "SearchState"("ownerId", "kind");

-- Full text of owners with very many units; empty for all others. Not in models.prisma: see lib/db/full-text.ts.
CREATE TABLE "SearchUnit" (
    "id" INTEGER NOT NULL PRIMARY KEY,
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
    "terms" TEXT NOT NULL
);
CREATE INDEX "SearchUnit_refId_idx" ON "SearchUnit"("refId");
CREATE INDEX "SearchUnit_conversationId_at_idx" ON "SearchUnit"("conversationId", "at");
CREATE INDEX "SearchUnit_ownerId_kind_at_idx" ON "SearchUnit"("ownerId", "kind", "at");
CREATE VIRTUAL TABLE "SearchTerm" USING fts5("terms", content='SearchUnit', content_rowid='id', detail=none, columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE "SearchVocabulary" USING fts5vocab('SearchTerm', 'row');
CREATE TRIGGER "SearchUnit_insert" AFTER INSERT ON "SearchUnit" BEGIN
    INSERT INTO "SearchTerm"("rowid", "terms") VALUES (new."id", new."terms");
END;
CREATE TRIGGER "SearchUnit_delete" AFTER DELETE ON "SearchUnit" BEGIN
    INSERT INTO "SearchTerm"("SearchTerm", "rowid", "terms") VALUES ('delete', old."id", old."terms");
END;
