-- AlterTable
ALTER TABLE "RecallHit" ADD COLUMN "place" JSONB;
