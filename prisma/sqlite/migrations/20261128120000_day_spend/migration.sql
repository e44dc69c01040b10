-- CreateTable
CREATE TABLE "DaySpend" (
    "ownerId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "counted" BIGINT NOT NULL,
    "held" BIGINT NOT NULL,

    PRIMARY KEY ("ownerId", "day")
);
