-- CreateTable
CREATE TABLE "ForgottenKey" (
    "ownerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "ForgottenKey_pkey" PRIMARY KEY ("ownerId","key")
);
