/** Numbers of the topics and of the memory map. */
export const limitsOfTopics = {
  /** Topics are made from this many turns on, and stay unmade if fewer than `leastTopics` are found. */
  leastTurns: 20,
  leastTopics: 3,
  /** The maximum number of islands. */
  mostTopics: 40,
  /** The fewest turns of a topic: sqrt(N) / 4 in a memory of N turns, kept between `least` and `most`. */
  topicTurns: { least: 3, most: 8 },
  /** Topics are made anew once memory has grown or shrunk by this factor. */
  outgrown: 1.5,
  /** The share of turns that may change before topics are looked over, and how many in a small memory. */
  changedShare: 0.05,
  leastChanged: 10,
  /** Terms are found in at most this many turns, of which neighbours stay together. */
  sampledTurns: 20_000,
  sampledBlock: 20,
  /** Characters of a message in which terms are found and looked up. */
  messageChars: 1_500,
  /** A term is said in at least `termTurns` turns, fewer in a small memory, and in at most `termShare` of them. */
  termTurns: 3,
  termShare: 0.15,
  /** In a small memory a term may be said in this many turns, whatever their share. */
  fewTurns: 12,
  /** Nouns that turns are compared by: one for two turns, kept between `few` and `most`. */
  terms: { few: 500, most: 2_000 },
  /** For each of them, so many of the strongest words are looked at to find nouns. */
  candidates: 2.4,
  /** A session ends where a conversation pauses for this long. */
  sessionMs: 3 * 3_600_000,
  /** A conversation of at most `whole` turns is about one thing; a longer one is in stretches of at most `stretch`. */
  whole: 12,
  stretch: 6,
  /** A stretch is linked to those that are most alike: at most so many, with at least this cosine. */
  nearest: 10,
  leastAlike: 0.1,
  /** How finely stretches are grouped: from 2 to 4 conversations about one thing stay together. */
  resolution: 3,
  /** A term belongs to the topic with this share of the turns that say it. */
  ownShare: 0.5,
  /** Characters of a name that a person or a model gives. */
  nameChars: 60,
  /** Turns of a topic that its name is looked for in. */
  nameSample: 48,
  /** A conversation with this share of a topic's turns names it before others. */
  dominant: 0.5,
  /** Terms of a topic that its details list, and the turns that each names as its witnesses. */
  shownTerms: 12,
  witnesses: 6,
  names: 80,
  /**
   * In a memory of fewer than `memory` turns, conversations with no topic are islands of their own: those of
   * at least `turns` turns, the largest first, up to `islands` of them.
   */
  untold: { memory: 200, turns: 2, islands: 12 },
  islandGap: 40,
  tickMs: 5_000,
  /** The job rests this long after every 12 ms of work, and longer while turns or searches run. */
  restMs: 6,
  /** Turns read at once. */
  page: 100,
  /** Output of the call that names topics, for each, and what it sees of each. */
  nameTokens: 60,
  nameSentences: 5,
  map: {
    entities: 40,
    ties: 120,
    leastTies: 3,
    conversations: 40,
    /** Turns in the cards of an opened topic, as lines or dots: in all, and of one conversation. */
    lines: { all: 240, each: 60 },
    islands: 60,
    facts: 24,
    strategies: 12,
    turns: 300,
    recalls: 60,
    rollUps: 40,
  },
} as const
