-- CreateIndex
CREATE INDEX "Strategy_ownerId_id_idx" ON "Strategy"("ownerId", "id");
