-- CreateTable
CREATE TABLE "ToolServer" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ToolServer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ServerTool" (
    "serverId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "schema" JSONB NOT NULL,
    "use" TEXT NOT NULL DEFAULT 'off',

    CONSTRAINT "ServerTool_pkey" PRIMARY KEY ("serverId","name")
);

-- CreateTable
CREATE TABLE "ToolAnswer" (
    "turnId" TEXT NOT NULL,
    "callId" TEXT NOT NULL,
    "answer" TEXT NOT NULL,

    CONSTRAINT "ToolAnswer_pkey" PRIMARY KEY ("turnId","callId")
);

-- CreateIndex
CREATE INDEX "ToolServer_ownerId_createdAt_idx" ON "ToolServer"("ownerId", "createdAt");

-- AddForeignKey
ALTER TABLE "ServerTool" ADD CONSTRAINT "ServerTool_serverId_fkey" FOREIGN KEY ("serverId") REFERENCES "ToolServer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ToolAnswer" ADD CONSTRAINT "ToolAnswer_turnId_fkey" FOREIGN KEY ("turnId") REFERENCES "Turn"("id") ON DELETE CASCADE ON UPDATE CASCADE;
