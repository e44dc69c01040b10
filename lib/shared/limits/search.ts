/** Numbers of the search page, used through `limits`. */
export const searchLimits = {
  /**
   * - `words`: words searched for at most
   * - `prefixKeys`: completions of the last word, the most frequent first, with `beginningPostings` postings
   *   together
   * - `lendingPostings`: words with more postings are scored without neighbours
   * - `phraseLooked`: texts read to check a phrase
   */
  search: {
    textChars: 400,
    filterChars: 200,
    words: 24,
    /** Length of the words in an address that are highlighted on the page it leads to. */
    foundChars: 300,
    foundMarks: 2_000,
    /** Hits on the first page, which is loaded with every key, and on each further page. */
    hits: 8,
    moreHits: 20,
    /** Among this many best hits, those with the words next to each other as typed come first. */
    together: 40,
    typedChars: 80,
    typedWithin: 8_000,
    pauseMs: 150,
    addressMs: 600,
    mostHits: 50,
    mostShown: 1_000,
    prefixKeys: 200,
    /** Postings read for the completions of a beginning. A shorter beginning says less. */
    beginningPostings: 12_000,
    letterPostings: 1_000,
    lendingPostings: 500,
    phraseLooked: 500,
    excerptChars: 260,
    excerptLead: 70,
    facets: 40,
    paletteHits: 6,
    recent: 8,
    cachedPages: 40,
    skeletonMs: 300,
    slowMs: 1_500,
    patienceMs: 1_500,
    announceMs: 700,
  },
} as const
