/** Numbers of choosing strategies for a prompt. */
export const limitsOfRetrieval = {
  /** Weights of a score, which a person may set. */
  weights: { similarity: 0.65, recency: 0.15, reliability: 0.2, diversity: 0.1 },
  /**
   * Below this similarity, or this score before the penalty, a strategy is not taken. It is more than
   * any one word gives (`bench -- learning`).
   */
  leastSimilarity: 0.505,
  leastScore: 0.3,
  k: 3,
  mostK: 10,
  minConfidence: 0.5,
  /** Days in which the recency of a strategy halves. */
  halfLifeDays: 45,
  /** How many uses the prior counts for. */
  priorUses: 4,
  /**
   * A smaller store counts as this many strategies, or every word of a message would be too rare to match.
   */
  rareOf: 50,
  /** Different terms of a message that are looked up. */
  queryTerms: 60,
  /** A message of more terms must share more of them with a strategy. */
  shortQuery: 8,
  /** The ranks in the vocabulary of a tokenizer between which a word goes from telling nothing to telling all. */
  tellingRanks: [700, 14_000],
  /** Strategies of a playbook that are looked at for room: some may be in the trash or too long. */
  coreLooked: 60,
  /** Owners whose index stays in memory. */
  keptOwners: 20,
} as const
