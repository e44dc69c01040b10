-- CreateIndex
CREATE INDEX "Delta_turnId_idx" ON "Delta"("turnId");

-- CreateIndex
CREATE INDEX "Strategy_ownerId_domain_idx" ON "Strategy"("ownerId", "domain");
