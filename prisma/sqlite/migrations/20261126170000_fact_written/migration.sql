-- A value written by hand on the Facts page is newer than the sentences before it, whichever day it holds since.
ALTER TABLE "Fact" ADD COLUMN "writtenAt" DATETIME;
