-- CreateIndex
CREATE INDEX "Step_sums_idx" ON "Step"("turnId", "phase", "model", "id", "inputTokens", "cachedTokens", "outputTokens", "reasoningTokens", "estInputTokens", "estOutputTokens", "costMicros");

-- CreateIndex
CREATE INDEX "Turn_sums_idx" ON "Turn"("ownerId", "conversationId", "branchId", "number", "createdAt", "id", "contextTokens", "userTokens", "answerTokens");
