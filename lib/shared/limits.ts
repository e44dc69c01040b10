import { namesIn } from '@/lib/shared/pick'
import { indexLimits } from './limits/index-bounds'
import { modelLimits } from './limits/model'
import { searchLimits } from './limits/search'
import { transferLimits } from './limits/transfer'

/**
 * Shared numbers; larger groups have files of their own in `limits`. Sizes in bytes or characters, times in
 * milliseconds, tokens by `lib/model/tokens`.
 */
export const limits = {
  message: { maxChars: 100_000, maxQueued: 10, maxAttachments: 20 },
  /**
   * `firstTurns` = the newest turns, which the page includes; `pageTurns` = earlier ones loaded at a time
   * while scrolling up.
   */
  conversation: { titleMaxChars: 120, firstTurns: 12, pageTurns: 30, listPage: 60, maxPinned: 500 },
  runner: {
    leaseMs: 15_000,
    renewMs: 5_000,
    selfAbortMs: 12_000,
    sweepMs: 2_000,
    pollMs: 200,
    flushMs: 200,
    coalesceMs: 40,
    coalesceChars: 512,
    maxPendingChars: 5_000_000,
    commitTries: 3,
    commitWindowMs: 10_000,
    /** After this many failures a turn is settled with its text alone. */
    recoverTries: 3,
    actionStreamMs: 20_000,
    shutdownMs: 3_000,
    logKeptMs: 3_600_000,
    changePollMs: 3_000,
    /** A process on another host not seen for this long is treated as dead. */
    instanceKeptMs: 3_600_000,
    hiddenTabMs: 5_000,
    transactionRows: 500,
  },
  model: modelLimits,
  prompt: {
    totalTokens: 26_000,
    sections: {
      role: 1_500,
      tools: 1_150,
      profile: 200,
      playbook: 500,
      summaries: 2_000,
      window: 6_000,
      strategies: 1_300,
      facts: 800,
      recalled: 3_000,
      workspace: 5_000,
      task: 1_400,
    },
    toolResultChars: 2_000,
    instructionsChars: 4_000,
    /** Of the system message of another program. */
    clientInstructionsChars: 8_000,
    /** Tool results of this turn's steps. */
    stepResultChars: 12_000,
    /** The largest share of a prompt for this turn's tool calls while other sections have content. */
    stepsShare: 0.5,
    /**
     * When the prompt is too long, texts, arguments and results of this turn's calls are cut to these lengths
     * in turn.
     */
    shortened: [2_000, 400, 80],
    /** Arguments may be this many times longer than each text in them. */
    argumentChars: 5,
  },
  thinking: {
    maxRecallContexts: 3,
    presets: {
      quick: { depth: 'complex', maxRounds: 3, tokenBudget: 5_000 },
      standard: { depth: 'complex', maxRounds: 5, tokenBudget: 10_000 },
      thorough: { depth: 'deep', maxRounds: 7, tokenBudget: 15_000 },
      research: { depth: 'deep', maxRounds: 10, tokenBudget: 20_000 },
    },
  },
  /**
   * - `leastScore`: of a turn that a message refers to
   * - `first`: of the search before the first call, for messages that only ask and others. `closeScore` = of a close
   *   match; without any, at most `weakMost` come. `share` = the least share of the best score. `answered` = where
   *   facts answer the message; `inPassing` = below this share a hit needs more than one word of less rarity
   * - `simple`: tokens of a simple message's prompt, besides images and instructions (the message alone may need
   *   more), of its newest turns, and of those that the message refers to
   */
  depth: {
    ofDepth: {
      simple: { preset: null },
      moderate: { preset: null },
      complex: { preset: 'standard' },
      deep: { preset: 'thorough' },
    },
    deepSteps: 1.5,
    leastScore: 0.4,
    first: {
      asked: { closeScore: 0.05, share: 0.2 },
      told: { closeScore: 0.15, share: 0.4 },
      weakMost: 2,
      answered: { share: 0.5, hits: 5 },
      inPassing: { share: 0.8, rarity: 0.8 },
    },
    simple: { tokens: 1_500, windowTokens: 900, referredTokens: 400 },
    /** The classifier sees this many messages before the message, each cut to `messageChars`. */
    messagesBefore: 4,
    messageChars: 1_500,
    /** A reasoning model's own thoughts count too. */
    outputTokens: 2_000,
    totalMs: 6_000,
    /** From here on the heuristic decides alone. */
    certain: 0.75,
    /** From here on a message counts as SIMPLE, MODERATE and COMPLEX; in doubt it is MODERATE. */
    least: [0.6, 0, 0.5],
    examples: 6,
    exampleChars: 300,
    /** A person's corrections that are looked at, newest first. */
    corrections: 200,
    /** Least similarity, in [0, 1], of a message to one that a person corrected. */
    alike: 0.6,
  },
  /** Output tokens of one answering call, including a reasoning model's own thoughts. */
  answer: { tokens: 4_096, leastTokens: 256, mostTokens: 128_000 },
  action: { maxSteps: 10, mostSteps: 50, fastSteps: 5, consecutiveMistakes: 3 },
  window: { size: 5, min: 0, max: 50 },
  summary: {
    maxOutputTokens: 600,
    maxTokens: 200,
    maxChars: 1_200,
    maxInsights: 5,
    rollUpEvery: 10,
    /** Turns before the window that keep their own summary in the prompt, even when a roll-up covers them. */
    recentInFull: 5,
    /** Items for everything older. More roll-ups than this are merged, so the section stops growing. */
    olderItems: 9,
    /** The share of the section that older items keep. */
    olderShare: 0.45,
    /** Below this an item is useless. */
    minItemTokens: 24,
    maxRecentRead: 60,
    maxDue: 20,
    /** Estimated length of a summary that a model writes. */
    expectedTokens: 180,
  },
  workspace: {
    fileBytes: 1_000_000,
    files: 200,
    totalBytes: 20_000_000,
    pathChars: 240,
    /** Deleted files that can still be restored, latest first. */
    deletedShown: 30,
    searchHits: 50,
    searchChars: 1_000,
    searchLineChars: 240,
    stateKeys: 200,
    stateKeyChars: 120,
    stateChars: 20_000,
    /** Comparing two versions: unchanged lines around each change, and when to give up. */
    diff: { contextLines: 3, maxEdits: 4_000, maxMs: 150, maxLines: 2_000 },
  },
  /**
   * A message that matches only through its neighbours needs `neighbourShare` of the best score and
   * `neighbourTerms` content words.
   */
  recall: {
    neighbourShare: 0.6,
    neighbourTerms: 3,
    /** A word counts as rare from this rarity on. A smaller memory is treated as having `rareUnits` units. */
    rare: 0.75,
    rareUnits: 50,
    /** Smaller parts of a score are not shown. */
    leastPart: 0.005,
    hits: 10,
    /** The most for a reader that asks for more. */
    mostHits: 20,
    /**
     * Files and summaries: the most among the hits, candidates per kind, and the least share of the question
     * that one must match.
     */
    others: 2,
    othersLooked: 8,
    othersCoverage: 0.4,
    /** How long recall waits for their index. It continues without them while the index loads. */
    othersLoadMs: 1_000,
    excerptChars: 1_600,
    /**
     * The first search of a turn: most tokens, messages found by the words alone, and characters of the message
     * that was found and of the other one of its turn; `farShare` of the first below `closeShare` of the best score.
     */
    short: { tokens: 1_200, hits: 40, foundChars: 400, otherChars: 100, closeShare: 0.4, farShare: 0.7 },
    chipExcerptChars: 280,
    nearMisses: 7,
    /** Words by which newer statements on what was found are looked for, and messages looked at. */
    newestWords: 40,
    newestLooked: 40,
    /**
     * Only a sentence of at most this many different content words, not counting numbers, in a message of at
     * most this many characters is taken for one statement: any two longer ones share some words.
     */
    newestTerms: 8,
    newestChars: 300,
    maxKeywords: 12,
    keywordChars: 200,
    maxTurnNumbers: 20,
    segmentChars: 300,
    /** The most neighbouring turns in one excerpt. */
    joinTurns: 4,
    leastChars: 100,
    scanChars: 100_000,
  },
  ...searchLimits,
  jobs: { retryMs: 2_000, queuedAtOnce: 100, leaseMs: 60_000, tickMs: 1_000, maxAttempts: 5 },
  /** Calls of jobs number their steps from here, since an attempt of the turn may be adding its own. */
  firstJobStep: 100_000,
  memory: { maxTurns: 100_000, maxToolCalls: 1_000, maxGap: 1_000 },
  graph: {
    movedNodes: 2_000,
    /** Turns that a search of the map finds. */
    found: 500,
    labelChars: 80,
    fileHeadChars: 8_000,
    searchDelayMs: 300,
    refreshDelayMs: 1_000,
    /** A week of the range that is played. */
    playMs: 320,
  },
  /**
   * `slabTurns`: turns that one query sums up, so a long conversation does not delay others. `waitMs`: after
   * this the page shows its outline.
   */
  usage: { maxPoints: 250, slabTurns: 500, callTurns: 20, waitMs: 700 },
  trash: { undoMs: 30_000 },
  backup: { tickMs: 3_600_000 },
  ...transferLimits,
  /**
   * - `rewriteBytes`: a larger SQLite file is rewritten after a purge only if needed
   * - `snippets`: pieces of the forgotten text that the check searches for
   * - `phrase`: a piece that more answers than this contain is a common phrase
   * - `rare`: a word that more turns than this contain reveals nothing
   * - `words`: single words searched for; `shown`: entries of the list
   */
  forget: {
    maxTurns: 2_000,
    snippets: 12,
    snippetChars: 60,
    leastSnippet: 16,
    phrase: 2,
    words: 8,
    leastWord: 4,
    rare: 20,
    shown: 50,
    trashShown: 500,
    rewriteBytes: 64_000_000,
    proofPollMs: 5_000,
    proofPolls: 24,
  },
  interface: {
    mountedTurns: 120,
    titlesAsked: 100,
    liveThrottleMs: 50,
    reconnectMs: 400,
    maxReconnectMs: 5_000,
    settleRetryMs: 400,
    searchDelayMs: 200,
    draftDelayMs: 150,
    progressMs: 2_000,
  },
  ...indexLimits,
} as const

export type SectionName = keyof typeof limits.prompt.sections | 'steps'
/**
 * From stable to volatile, so that providers can cache the prefix. `steps` = this turn's tool calls and
 * results, sent as tool messages.
 */
export const SECTION_ORDER: readonly SectionName[] = namesIn(
  'role tools profile playbook summaries window strategies facts recalled workspace task steps',
)
