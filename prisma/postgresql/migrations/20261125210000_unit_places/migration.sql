-- Where a unit stands in its message, and with the first unit of an entry its messages: searches read no texts.
ALTER TABLE "SearchUnit" ADD COLUMN "place" TEXT NOT NULL DEFAULT '';
ALTER TABLE "SearchUnit" ADD COLUMN "said" TEXT NOT NULL DEFAULT '';
