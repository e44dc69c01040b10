-- AlterTable
ALTER TABLE "Turn" ADD COLUMN "depth" TEXT;

-- CreateTable
CREATE TABLE "DepthCorrection" (
    "turnId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "depth" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "DepthCorrection_pkey" PRIMARY KEY ("turnId")
);

-- CreateIndex
CREATE INDEX "DepthCorrection_ownerId_at_idx" ON "DepthCorrection"("ownerId", "at");

-- CreateIndex
CREATE INDEX "Turn_depth_idx" ON "Turn"("ownerId", "depth", "conversationId", "id");

-- CreateIndex
CREATE INDEX "Turn_trashId_idx" ON "Turn"("trashId");
