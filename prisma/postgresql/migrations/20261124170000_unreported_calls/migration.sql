-- Calls that no model worked on were stored as if the provider had reported 0 tokens.
UPDATE "Step" SET "inputTokens" = NULL, "cachedTokens" = NULL, "outputTokens" = NULL, "reasoningTokens" = NULL
WHERE "inputTokens" = 0 AND "outputTokens" = 0 AND "finish" IN ('error', 'aborted');
UPDATE "UpkeepCall" SET "inputTokens" = NULL, "cachedTokens" = NULL, "outputTokens" = NULL, "reasoningTokens" = NULL
WHERE "inputTokens" = 0 AND "outputTokens" = 0 AND "finish" IN ('error', 'aborted');
