/** Numbers of the recall engine. Read them as parts of `limits`. */
export const indexLimits = {
  /** `maxUnits` holds 100,000 turns of a message and an answer, a fifth of them long: about 105 MB. */
  index: {
    maxBytes: 256_000_000,
    /** Of one kind of one owner: bytes as `sizeOf` reckons, and different words. Above either the database's full text takes over. */
    kindBytes: 128_000_000,
    maxTerms: 400_000,
    page: 1_000,
    firstPage: 10,
    pageChars: 1_000_000,
    longText: 16_384,
    unitTerms: 60,
    compactAt: 0.2,
    sessionGapMs: 8 * 3_600_000,
    commonPostings: 2_500,
    maxUnits: 240_000,
  },
  /**
   * Owners of more than `index.maxUnits` units: entries in a transaction when their full text is made; units read for the words of a query, units looked at, entries ranked for the `first` hits,
   * turns beside each; the share of the limit below which memory is held whole again; units and owners whose entries are kept between queries.
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
    shrunk: 0.8,
    keptUnits: 30_000,
    keptOwners: 8,
    tries: 5,
    clear: 2_000,
    words: 30,
    keyChars: 80,
  },
  /** Recall by meaning: texts a call, waits, memory for vectors, pieces looked at first, and the weight of meaning beside words. */
  dense: {
    /** The place of a query's own call among the steps of its turn: behind all others. */
    firstStep: 1_000,
    batch: 64,
    page: 200,
    jobTimeoutMs: 60_000,
    jobRetries: 2,
    queryTimeoutMs: 1_500,
    pollMs: 3_000,
    maxBytes: 256_000_000,
    candidates: 60,
    /** What the database is asked for where vectors do not fit into memory: pieces, vectors that tell mean and deviation, and the most dimensions its index takes. */
    asked: 1_000,
    sampled: 1_000,
    indexedDims: 2_000,
    weight: 0.6,
    /** A cosine counts from so many standard deviations above the mean of all. */
    deviations: 1.5,
    fewPieces: 50,
  },
  /** See `lib/memory/index/score/rank.ts`. */
  rank: {
    k1: 1.4,
    b: 0.1,
    idfPower: 0.86,
    /** Factor of words that questions are made of. */
    asking: 0.2,
    kernel: [0.38, 0.36, 0.12, 0.09],
    borrowTerms: 55,
    borrowPower: 1.2,
    lendTerms: 45,
    /** An answer borrows so much more from the question right before it. */
    answers: 2.4,
    shortTerms: 0.5,
    speaker: 2,
    /** Of several speakers a question names, its subject. */
    subject: 1.4,
    role: 1.1,
    assistant: 0.6,
    date: 4.8,
    /** An asked date is a word, of so much of a word's weight, that messages hold whose moment fits so well. */
    dated: 0.3,
    datedFit: 0.75,
    when: 2.1,
    name: 1.35,
    self: 1.15,
    /** Of what somebody says they like or avoid, where advice is asked for. */
    preference: 1.6,
    question: 0.95,
    /** A question of more terms is not ranked lower. */
    questionTerms: 20,
    currentConversation: 1.1,
  },
} as const
