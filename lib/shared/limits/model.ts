/** Calls to models and their services. Times in milliseconds. */
export const modelLimits = {
  maxRetries: 3,
  backoffMs: 500,
  maxBackoffMs: 8_000,
  /** A longer Retry-After stops the turn and says when to come back. */
  maxRetryAfterMs: 60_000,
  /** Longer requested waits count as this. */
  longestRetryAfterMs: 366 * 24 * 3_600_000,
  maxTextChars: 400_000,
  maxNudges: 3,
  /** Room for a model's thoughts on top of its answer. */
  thoughtTokens: 8_000,
  /** Of a known context: the share for the prompt, by our own count. The answer gets what is left. */
  promptShare: 0.65,
  /** A service may count this many times our tokens; the answer gets at least `leastOutput`. */
  countMargin: 1.25,
  leastOutput: 256,
  /** Below this context only the most useful tools are offered. */
  smallContext: 8_000,
  /** How long a failed response is still read for the token counts at its end. */
  drainMs: 5_000,
  /** Bytes of one HTTP response; stream frames are about 50 times longer than their text. */
  maxWireBytes: 64_000_000,
  /** Characters of one stream event. */
  maxEventChars: 4_000_000,
  /** Of the provider's words about an error. */
  saidChars: 300,
  /** Enough for a reasoning model to reach its answer. */
  testOutputTokens: 1_000,
  /** Of one call of the connection test; a model on this machine may have to load first. */
  testTotalMs: 120_000,
  /** A provider's list of models: time to load, size, and count. */
  listTotalMs: 10_000,
  maxListChars: 4_000_000,
  maxListed: 5_000,
  /** How long the address check before saving waits for DNS. */
  resolveMs: 3_000,
  /** Characters in a model's name. */
  nameChars: 200,
}
