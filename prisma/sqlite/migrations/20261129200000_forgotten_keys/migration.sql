-- CreateTable
CREATE TABLE "ForgottenKey" (
    "ownerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,

    PRIMARY KEY ("ownerId", "key")
);
