/** Numbers of the recall engine, used through `limits`. */
export const indexLimits = {
  /** `maxUnits` fits 100,000 turns of a message and an answer, a fifth of them long: about 105 MB. */
  index: {
    maxBytes: 256_000_000,
    /**
     * For one kind of memory of one owner: bytes by `indexBytes`, and distinct words. Beyond either, the
     * database's full-text search is used.
     */
    kindBytes: 128_000_000,
    maxTerms: 400_000,
    page: 1_000,
    firstPage: 10,
    pageChars: 1_000_000,
    longText: 16_384,
    unitTerms: 60,
    /** Tombstones after which an index is loaded again: over this share, and over this number. */
    mostDead: 0.2,
    leastDead: 500,
    sessionGapMs: 8 * 3_600_000,
    commonPostings: 2_500,
    maxUnits: 240_000,
  },
  /**
   * For owners with more than `index.maxUnits` units.
   * - `page`, `pageChars`: entries and characters per transaction while the full text is written
   * - `read`: units read for the words of a query; `pool`: units compared; `entries`: entries ranked
   * - `first`: hits ranked this way; `beside`: turns next to each
   * - `units`: units read of whole entries for a query; `entryUnits`: an entry with more is read in part, with
   *   at most `partUnits` units that contain words of the query
   */
  fullText: {
    page: 250,
    pageChars: 40_000,
    read: 30_000,
    pool: 750,
    entries: 150,
    first: 60,
    beside: 2,
    counted: 100_000,
    units: 8_000,
    entryUnits: 40,
    partUnits: 16,
    tries: 5,
    clear: 2_000,
    words: 30,
    keyChars: 80,
  },
  /** Recall by meaning: texts per call, waits, memory for vectors, candidates, and the weight of meaning. */
  dense: {
    /** Step index of the query's own embedding call: after all other steps of its turn. */
    firstStep: 1_000,
    batch: 64,
    page: 200,
    jobTimeoutMs: 60_000,
    jobRetries: 2,
    queryTimeoutMs: 1_500,
    pollMs: 3_000,
    maxBytes: 256_000_000,
    candidates: 60,
    /**
     * For vectors that do not fit in memory: pieces requested from the database, vectors sampled for mean and
     * deviation, and the most dimensions its index supports.
     */
    asked: 1_000,
    sampled: 1_000,
    indexedDims: 2_000,
    weight: 0.6,
    /** A cosine counts once it is this many standard deviations above the mean. */
    deviations: 1.5,
    fewPieces: 50,
  },
  /** See `lib/memory/index/score/rank.ts`. */
  rank: {
    k1: 1.4,
    b: 0.1,
    idfPower: 0.86,
    /** Factor for words that questions are made of. */
    asking: 0.2,
    kernel: [0.38, 0.36, 0.12, 0.09],
    borrowTerms: 55,
    borrowPower: 1.2,
    lendTerms: 45,
    /** An answer borrows this many times more from the question right before it. */
    answers: 2.4,
    shortTerms: 0.5,
    speaker: 2,
    /** Factor for the subject, if a question names several speakers. */
    subject: 1.4,
    role: 1.1,
    assistant: 0.6,
    date: 4.8,
    /**
     * A date in the question counts as one extra term: `dated` is its weight, for messages that fit at least
     * `datedFit`.
     */
    dated: 0.3,
    datedFit: 0.75,
    when: 2.1,
    name: 1.35,
    self: 1.15,
    /** Factor for stated likes and dislikes, where the question requests advice. */
    preference: 1.6,
    question: 0.95,
    /** Longer questions are not ranked lower. */
    questionTerms: 20,
    currentConversation: 1.1,
  },
  /**
   * Counting what memory contains on a topic: turns counted, turns whose words are read (of summaries: `turns`),
   * and what is listed.
   */
  analyse: {
    mentions: 2_000,
    read: 60,
    summaries: 100,
    turns: 500,
    topics: 8,
    periods: 24,
    dayPeriods: 45,
    leastTones: 4,
  },
  /** The most of each section on a topic. */
  topic: { memories: 5, summaries: 3, neighbours: 2 },
  /**
   * `before` = earlier messages that a pronoun may refer to, `leastConfidence` = of what a model finds,
   * `expectedTokens` = of its reply about one message,
   * `relevant` = facts in a prompt, `listed` = those that a question for all of them may bring, of `itemTokens` each, `lookedUp` = in a tool's result.
   */
  facts: {
    before: 6,
    beforeChars: 1_200,
    leastConfidence: 0.6,
    expectedTokens: 60,
    relevant: 12,
    listed: 40,
    itemTokens: 60,
    lookedUp: 12,
    /** Shown where none matches. */
    closest: 5,
  },
} as const
