-- CreateTable
CREATE TABLE "Topic" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "titleKey" TEXT NOT NULL DEFAULT '',
    "terms" JSONB NOT NULL,
    "hue" INTEGER NOT NULL,
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "recalls" INTEGER NOT NULL DEFAULT 0,
    "recalledAt" TIMESTAMP(3),

    CONSTRAINT "Topic_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TurnTopic" (
    "turnId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "topicId" TEXT,

    CONSTRAINT "TurnTopic_pkey" PRIMARY KEY ("turnId")
);

-- CreateTable
CREATE TABLE "TopicState" (
    "ownerId" TEXT NOT NULL,
    "madeAt" TIMESTAMP(3),
    "madeRev" INTEGER NOT NULL DEFAULT 0,
    "seenRev" INTEGER NOT NULL DEFAULT 0,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "vocabulary" JSONB NOT NULL,
    "links" JSONB NOT NULL,
    "names" JSONB NOT NULL,

    CONSTRAINT "TopicState_pkey" PRIMARY KEY ("ownerId")
);

-- CreateIndex
CREATE INDEX "Topic_ownerId_hue_idx" ON "Topic"("ownerId", "hue");

-- CreateIndex
CREATE INDEX "TurnTopic_ownerId_topicId_conversationId_turnId_idx" ON "TurnTopic"("ownerId", "topicId", "conversationId", "turnId");

-- CreateIndex
CREATE INDEX "TurnTopic_conversationId_idx" ON "TurnTopic"("conversationId");
