-- CreateTable
CREATE TABLE "DaySpend" (
    "ownerId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "counted" BIGINT NOT NULL,
    "held" BIGINT NOT NULL,

    CONSTRAINT "DaySpend_pkey" PRIMARY KEY ("ownerId","day")
);
