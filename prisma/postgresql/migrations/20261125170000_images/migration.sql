-- AlterTable
ALTER TABLE "Upload" ADD COLUMN "mediaType" TEXT;
ALTER TABLE "Upload" ADD COLUMN "width" INTEGER;
ALTER TABLE "Upload" ADD COLUMN "height" INTEGER;

-- CreateTable
CREATE TABLE "Image" (
    "ownerId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Image_pkey" PRIMARY KEY ("ownerId", "hash")
);

-- CreateIndex
CREATE INDEX "Upload_ownerId_hash_idx" ON "Upload"("ownerId", "hash");
