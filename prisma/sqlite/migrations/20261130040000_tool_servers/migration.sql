-- CreateTable
CREATE TABLE "ToolServer" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ServerTool" (
    "serverId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "schema" JSONB NOT NULL,
    "use" TEXT NOT NULL DEFAULT 'off',

    PRIMARY KEY ("serverId", "name"),
    CONSTRAINT "ServerTool_serverId_fkey" FOREIGN KEY ("serverId") REFERENCES "ToolServer" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolAnswer" (
    "turnId" TEXT NOT NULL,
    "callId" TEXT NOT NULL,
    "answer" TEXT NOT NULL,

    PRIMARY KEY ("turnId", "callId"),
    CONSTRAINT "ToolAnswer_turnId_fkey" FOREIGN KEY ("turnId") REFERENCES "Turn" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ToolServer_ownerId_createdAt_idx" ON "ToolServer"("ownerId", "createdAt");
