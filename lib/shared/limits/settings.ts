/** The ranges of numbers that a person may set. Times in milliseconds. */
export const settingRanges = {
  rounds: { min: 1, max: 20 },
  /** Below the minimum not even one round fits. */
  thinkingTokens: { min: 500, max: 200_000 },
  /** To the first byte of a call, and between two. */
  requestTimeout: { min: 1_000, max: 3_600_000 },
  silence: { min: 1_000, max: 3_600_000 },
  callTimeout: { min: 60_000, max: 86_400_000 },
  retries: { min: 0, max: 10 },
  mistakes: { min: 1, max: 20 },
  /** Completed turns between two consolidations. */
  consolidateEvery: { min: 2, max: 1_000 },
  /** Days that full texts are kept without a recall. */
  retentionDays: { min: 30, max: 3_650 },
  /** Of one token of another program. */
  callsPerMinute: { min: 1, max: 600 },
  /** A month. */
  budgetDollars: { min: 1, max: 1_000_000 },
  budgetTokens: { min: 1_000, max: 1_000_000_000_000 },
} as const
