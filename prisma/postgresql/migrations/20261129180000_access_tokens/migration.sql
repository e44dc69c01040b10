-- CreateTable
CREATE TABLE "AccessToken" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" JSONB NOT NULL,
    "boundUser" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),
    "minute" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "AccessToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OutsideCall" (
    "id" TEXT NOT NULL,
    "tokenId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "ids" JSONB NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "OutsideCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "AccessToken_hash_key" ON "AccessToken"("hash");

-- CreateIndex
CREATE INDEX "AccessToken_ownerId_createdAt_idx" ON "AccessToken"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "OutsideCall_tokenId_at_idx" ON "OutsideCall"("tokenId", "at");

-- AddForeignKey
ALTER TABLE "OutsideCall" ADD CONSTRAINT "OutsideCall_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "AccessToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;
