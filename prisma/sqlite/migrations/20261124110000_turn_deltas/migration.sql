-- CreateIndex
CREATE INDEX "Delta_turnId_idx" ON "Delta"("turnId");
