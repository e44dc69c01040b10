-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN "archivedAt" DATETIME;

-- CreateTable
CREATE TABLE "ConversationTag" (
    "conversationId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    PRIMARY KEY ("conversationId", "key"),
    CONSTRAINT "ConversationTag_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ConversationTag_ownerId_key_conversationId_idx" ON "ConversationTag"("ownerId", "key", "conversationId");

-- CreateIndex
CREATE INDEX "Conversation_ownerId_trashId_archivedAt_updatedAt_idx" ON "Conversation"("ownerId", "trashId", "archivedAt", "updatedAt");
