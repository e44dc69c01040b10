-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL DEFAULT '',
    "memoryRev" INTEGER NOT NULL DEFAULT 0,
    "strategyNo" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "origin" TEXT NOT NULL DEFAULT 'native',
    "importKey" TEXT,
    "activeLeafId" TEXT,
    "pinnedAt" DATETIME,
    "trashId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Conversation_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Branch" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "forkTurnId" TEXT,
    "path" JSONB NOT NULL,
    CONSTRAINT "Branch_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Turn" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "parentId" TEXT,
    "clientMessageId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "activeKey" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseUntil" DATETIME,
    "stopAt" DATETIME,
    "userText" TEXT NOT NULL,
    "answer" TEXT NOT NULL DEFAULT '',
    "attachments" JSONB NOT NULL,
    "options" JSONB NOT NULL,
    "complexity" JSONB,
    "window" JSONB,
    "error" JSONB,
    "tainted" BOOLEAN NOT NULL DEFAULT false,
    "userTokens" INTEGER NOT NULL DEFAULT 0,
    "answerTokens" INTEGER NOT NULL DEFAULT 0,
    "toolTokens" INTEGER NOT NULL DEFAULT 0,
    "contextTokens" INTEGER NOT NULL DEFAULT 0,
    "trashId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "endedAt" DATETIME,
    CONSTRAINT "Turn_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Turn_branchId_fkey" FOREIGN KEY ("branchId") REFERENCES "Branch" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Turn_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Turn" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "turnId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,

    PRIMARY KEY ("turnId", "attempt", "seq"),
    CONSTRAINT "Event_turnId_fkey" FOREIGN KEY ("turnId") REFERENCES "Turn" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Step" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "turnId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "phase" TEXT NOT NULL,
    "round" INTEGER,
    "role" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "promptVersion" TEXT NOT NULL,
    "manifest" JSONB NOT NULL,
    "text" TEXT NOT NULL,
    "reasoning" TEXT NOT NULL DEFAULT '',
    "decision" JSONB,
    "finish" TEXT NOT NULL,
    "error" JSONB,
    "inputTokens" INTEGER,
    "cachedTokens" INTEGER,
    "outputTokens" INTEGER,
    "reasoningTokens" INTEGER,
    "estInputTokens" INTEGER NOT NULL,
    "estOutputTokens" INTEGER NOT NULL,
    "costMicros" INTEGER,
    "tries" JSONB NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "firstMs" INTEGER,
    "totalMs" INTEGER NOT NULL,
    CONSTRAINT "Step_turnId_fkey" FOREIGN KEY ("turnId") REFERENCES "Turn" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LedgerSection" (
    "stepId" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "turnId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,

    PRIMARY KEY ("stepId", "section"),
    CONSTRAINT "LedgerSection_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "Step" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolCall" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "stepId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "args" JSONB NOT NULL,
    "ok" BOOLEAN NOT NULL,
    "resultHash" TEXT NOT NULL,
    "ms" INTEGER NOT NULL,
    CONSTRAINT "ToolCall_stepId_fkey" FOREIGN KEY ("stepId") REFERENCES "Step" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Blob" (
    "ownerId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "tokens" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("ownerId", "hash")
);

-- CreateTable
CREATE TABLE "Context" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "turnId" TEXT NOT NULL,
    "textHash" TEXT NOT NULL,
    "treeHash" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,
    "toolCalls" JSONB NOT NULL
);

-- CreateTable
CREATE TABLE "FileTouch" (
    "turnId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "op" TEXT NOT NULL,
    "fromHash" TEXT,
    "toHash" TEXT,
    "ownerId" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,

    PRIMARY KEY ("turnId", "path", "op")
);

-- CreateTable
CREATE TABLE "Upload" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "usedByTurnId" TEXT
);

-- CreateTable
CREATE TABLE "Summary" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "branchId" TEXT NOT NULL,
    "level" INTEGER NOT NULL,
    "fromNumber" INTEGER NOT NULL,
    "toNumber" INTEGER NOT NULL,
    "contextId" TEXT,
    "text" TEXT NOT NULL,
    "insights" JSONB NOT NULL,
    "tokens" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "stale" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "Provenance" (
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "refId" TEXT NOT NULL,
    "sourceTurnId" TEXT NOT NULL,

    PRIMARY KEY ("kind", "refId", "sourceTurnId")
);

-- CreateTable
CREATE TABLE "Recall" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "turnId" TEXT NOT NULL,
    "stepId" TEXT,
    "index" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "engine" TEXT NOT NULL,
    "ms" INTEGER NOT NULL,
    "injectedStepId" TEXT,
    "nearMisses" JSONB NOT NULL
);

-- CreateTable
CREATE TABLE "RecallHit" (
    "recallId" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "refId" TEXT NOT NULL,
    "sourceTurnId" TEXT,
    "score" REAL NOT NULL,
    "parts" JSONB NOT NULL,
    "excerptHash" TEXT,
    "tokens" INTEGER NOT NULL,

    PRIMARY KEY ("recallId", "rank"),
    CONSTRAINT "RecallHit_recallId_fkey" FOREIGN KEY ("recallId") REFERENCES "Recall" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Citation" (
    "turnId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "refId" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,

    PRIMARY KEY ("turnId", "index")
);

-- CreateTable
CREATE TABLE "Entity" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "norm" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "EntityAlias" (
    "ownerId" TEXT NOT NULL,
    "norm" TEXT NOT NULL,
    "entityId" TEXT NOT NULL,

    PRIMARY KEY ("ownerId", "norm")
);

-- CreateTable
CREATE TABLE "Fact" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "predicate" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "objectNorm" TEXT NOT NULL,
    "objectEntityId" TEXT,
    "confidence" REAL NOT NULL,
    "validFrom" DATETIME,
    "validTo" DATETIME,
    "openKey" TEXT,
    "supersedesId" TEXT,
    "sourceTurnId" TEXT,
    "quote" TEXT,
    "origin" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "trashId" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "Strategy" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "contentHash" TEXT NOT NULL,
    "tags" JSONB NOT NULL,
    "domain" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "prior" REAL NOT NULL,
    "helpful" INTEGER NOT NULL DEFAULT 0,
    "harmful" INTEGER NOT NULL DEFAULT 0,
    "neutral" INTEGER NOT NULL DEFAULT 0,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "untrusted" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME
);

-- CreateTable
CREATE TABLE "StrategyUse" (
    "turnId" TEXT NOT NULL,
    "strategyId" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "parts" JSONB NOT NULL,
    "injected" BOOLEAN NOT NULL,
    "cited" BOOLEAN NOT NULL,
    "tag" TEXT,

    PRIMARY KEY ("turnId", "strategyId")
);

-- CreateTable
CREATE TABLE "StrategyLink" (
    "fromId" TEXT NOT NULL,
    "toId" TEXT NOT NULL,
    "relation" TEXT NOT NULL,
    "weight" REAL NOT NULL,

    PRIMARY KEY ("fromId", "toId", "relation")
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
    "jobId" TEXT,
    "index" INTEGER NOT NULL,
    "turnId" TEXT,
    "undoes" INTEGER,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("ownerId", "seq")
);

-- CreateTable
CREATE TABLE "Verdict" (
    "turnId" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "confidence" REAL NOT NULL,
    "reasons" JSONB NOT NULL,
    "by" TEXT NOT NULL,
    "trajectoryHash" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Feedback" (
    "turnId" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "value" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "runAfter" DATETIME NOT NULL,
    "leaseOwner" TEXT,
    "leaseUntil" DATETIME,
    "progress" JSONB,
    "result" JSONB,
    "error" JSONB
);

-- CreateTable
CREATE TABLE "Embedding" (
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "refId" TEXT NOT NULL,
    "unit" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "dims" INTEGER NOT NULL,
    "textHash" TEXT NOT NULL,
    "vector" BLOB NOT NULL,

    PRIMARY KEY ("kind", "refId", "unit", "model")
);

-- CreateTable
CREATE TABLE "Change" (
    "ownerId" TEXT NOT NULL,
    "rev" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "refId" TEXT NOT NULL,
    "op" TEXT NOT NULL,

    PRIMARY KEY ("ownerId", "rev", "kind", "refId")
);

-- CreateTable
CREATE TABLE "Trash" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "final" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "purgeAt" DATETIME NOT NULL,
    "proof" JSONB
);

-- CreateTable
CREATE TABLE "Setting" (
    "ownerId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    PRIMARY KEY ("ownerId", "scope", "key")
);

-- CreateTable
CREATE TABLE "Secret" (
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cipher" BLOB NOT NULL,
    "last4" TEXT NOT NULL,

    PRIMARY KEY ("ownerId", "name")
);

-- CreateTable
CREATE TABLE "Instance" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "seenAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "GraphPosition" (
    "ownerId" TEXT NOT NULL,
    "view" TEXT NOT NULL,
    "node" TEXT NOT NULL,
    "x" REAL NOT NULL,
    "y" REAL NOT NULL,

    PRIMARY KEY ("ownerId", "view", "node")
);

-- CreateIndex
CREATE INDEX "Conversation_ownerId_trashId_updatedAt_idx" ON "Conversation"("ownerId", "trashId", "updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_ownerId_importKey_key" ON "Conversation"("ownerId", "importKey");

-- CreateIndex
CREATE INDEX "Branch_conversationId_idx" ON "Branch"("conversationId");

-- CreateIndex
CREATE UNIQUE INDEX "Turn_activeKey_key" ON "Turn"("activeKey");

-- CreateIndex
CREATE INDEX "Turn_ownerId_createdAt_idx" ON "Turn"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "Turn_parentId_idx" ON "Turn"("parentId");

-- CreateIndex
CREATE INDEX "Turn_status_leaseUntil_idx" ON "Turn"("status", "leaseUntil");

-- CreateIndex
CREATE UNIQUE INDEX "Turn_branchId_number_key" ON "Turn"("branchId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Turn_conversationId_clientMessageId_key" ON "Turn"("conversationId", "clientMessageId");

-- CreateIndex
CREATE INDEX "Step_ownerId_startedAt_idx" ON "Step"("ownerId", "startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Step_turnId_attempt_index_key" ON "Step"("turnId", "attempt", "index");

-- CreateIndex
CREATE INDEX "LedgerSection_turnId_idx" ON "LedgerSection"("turnId");

-- CreateIndex
CREATE UNIQUE INDEX "ToolCall_stepId_index_key" ON "ToolCall"("stepId", "index");

-- CreateIndex
CREATE UNIQUE INDEX "Context_turnId_key" ON "Context"("turnId");

-- CreateIndex
CREATE INDEX "Context_ownerId_textHash_idx" ON "Context"("ownerId", "textHash");

-- CreateIndex
CREATE INDEX "Upload_conversationId_usedByTurnId_idx" ON "Upload"("conversationId", "usedByTurnId");

-- CreateIndex
CREATE INDEX "Summary_conversationId_level_idx" ON "Summary"("conversationId", "level");

-- CreateIndex
CREATE UNIQUE INDEX "Summary_branchId_level_fromNumber_toNumber_key" ON "Summary"("branchId", "level", "fromNumber", "toNumber");

-- CreateIndex
CREATE INDEX "Provenance_sourceTurnId_idx" ON "Provenance"("sourceTurnId");

-- CreateIndex
CREATE UNIQUE INDEX "Recall_turnId_index_key" ON "Recall"("turnId", "index");

-- CreateIndex
CREATE INDEX "RecallHit_kind_refId_idx" ON "RecallHit"("kind", "refId");

-- CreateIndex
CREATE INDEX "RecallHit_sourceTurnId_idx" ON "RecallHit"("sourceTurnId");

-- CreateIndex
CREATE INDEX "Citation_kind_refId_idx" ON "Citation"("kind", "refId");

-- CreateIndex
CREATE UNIQUE INDEX "Entity_ownerId_norm_key" ON "Entity"("ownerId", "norm");

-- CreateIndex
CREATE INDEX "EntityAlias_entityId_idx" ON "EntityAlias"("entityId");

-- CreateIndex
CREATE INDEX "Fact_sourceTurnId_idx" ON "Fact"("sourceTurnId");

-- CreateIndex
CREATE UNIQUE INDEX "Fact_ownerId_openKey_key" ON "Fact"("ownerId", "openKey");

-- CreateIndex
CREATE UNIQUE INDEX "Fact_ownerId_subjectId_predicate_objectNorm_sourceTurnId_key" ON "Fact"("ownerId", "subjectId", "predicate", "objectNorm", "sourceTurnId");

-- CreateIndex
CREATE INDEX "Strategy_ownerId_status_section_idx" ON "Strategy"("ownerId", "status", "section");

-- CreateIndex
CREATE INDEX "Strategy_ownerId_contentHash_idx" ON "Strategy"("ownerId", "contentHash");

-- CreateIndex
CREATE UNIQUE INDEX "Strategy_ownerId_slug_key" ON "Strategy"("ownerId", "slug");

-- CreateIndex
CREATE INDEX "StrategyUse_strategyId_idx" ON "StrategyUse"("strategyId");

-- CreateIndex
CREATE INDEX "Delta_strategyId_idx" ON "Delta"("strategyId");

-- CreateIndex
CREATE UNIQUE INDEX "Delta_jobId_index_key" ON "Delta"("jobId", "index");

-- CreateIndex
CREATE INDEX "Verdict_ownerId_trajectoryHash_idx" ON "Verdict"("ownerId", "trajectoryHash");

-- CreateIndex
CREATE INDEX "Job_status_runAfter_idx" ON "Job"("status", "runAfter");

-- CreateIndex
CREATE UNIQUE INDEX "Job_ownerId_kind_key_key" ON "Job"("ownerId", "kind", "key");

-- CreateIndex
CREATE INDEX "Embedding_ownerId_model_idx" ON "Embedding"("ownerId", "model");

-- CreateIndex
CREATE INDEX "Trash_purgeAt_idx" ON "Trash"("purgeAt");
