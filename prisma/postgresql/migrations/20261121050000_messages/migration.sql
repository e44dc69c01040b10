-- AlterTable
ALTER TABLE "Turn" ADD COLUMN "messages" JSONB;
