-- Columns are named after what they hold.
ALTER TABLE "Turn" RENAME COLUMN "complexity" TO "plan";
ALTER TABLE "Step" RENAME COLUMN "tries" TO "log";
ALTER TABLE "Trash" RENAME COLUMN "proof" TO "held";
