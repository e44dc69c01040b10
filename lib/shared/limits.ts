import { indexLimits } from './limits-index'
import { transferLimits } from './limits-transfer'

/** Every number of Mneme, once. Sizes in bytes or characters, times in milliseconds, tokens as counted by `lib/model/tokens`. */
export const limits = {
  message: { maxChars: 100_000, maxQueued: 10, maxAttachments: 20 },
  /** `firstTurns` = the newest turns, which come with the page; `pageTurns` earlier ones at a time as the reader goes up. */
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
    maxPendingBytes: 5_000_000,
    commitTries: 3,
    commitWindowMs: 10_000,
    /** Then a turn is settled with its text alone. */
    recoverTries: 3,
    actionStreamMs: 20_000,
    shutdownMs: 3_000,
    logKeptMs: 3_600_000,
    changePollMs: 3_000,
    /** A process of another host that was not seen for so long is forgotten. */
    instanceKeptMs: 3_600_000,
    hiddenTabMs: 5_000,
    lockMs: 50,
    transactionRows: 500,
  },
  model: {
    firstChunkMs: 40_000,
    chunkGapMs: 30_000,
    totalMs: 300_000,
    maxRetries: 3,
    backoffMs: 500,
    maxBackoffMs: 8_000,
    /** A longer Retry-After stops the turn and says when to come back. */
    maxRetryAfterMs: 60_000,
    /** What a service asks for beyond this is not a date to come back at. */
    longestRetryAfterMs: 366 * 24 * 3_600_000,
    maxTextChars: 400_000,
    maxNudges: 3,
    /** Of a round of thinking. */
    maxOutputTokens: 4_096,
    /** How long a failed answer is still read for the token counts at its end. */
    drainMs: 5_000,
    /** Bytes of one HTTP answer; streaming frames are some 50 times longer than the text they carry. */
    maxWireBytes: 64_000_000,
    /** Characters of one event in it. */
    maxEventChars: 4_000_000,
    /** Of what the service says about an error. */
    saidChars: 300,
    testOutputTokens: 256,
    testTotalMs: 20_000,
    testShownChars: 120,
    /** Of a service's list of models: how long it may take, how long and how many it may be, how many are shown. */
    listTotalMs: 10_000,
    /** How long the check of an address before saving waits for its name to resolve. */
    resolveMs: 3_000,
    maxListChars: 4_000_000,
    maxListed: 5_000,
    /** Letters of a model's name. */
    nameChars: 200,
    shownListed: 8,
  },
  prompt: {
    totalTokens: 26_000,
    sections: {
      role: 1_500,
      tools: 1_500,
      playbook: 3_000,
      summaries: 2_000,
      window: 6_000,
      strategies: 1_600,
      recalled: 3_000,
      workspace: 5_000,
      thoughts: 1_000,
      task: 1_400,
    },
    toolResultChars: 2_000,
    /** Results of the latest step of this turn, which the model has not read yet. */
    latestResultChars: 12_000,
    /** The most of a prompt that this turn's tool calls may take while there is something else to show. */
    stepsShare: 0.5,
    /** Characters that texts, arguments and results of this turn's calls are cut to, one after the other, when the prompt is too long. */
    shortened: [2_000, 400, 80],
    /** Arguments may be so many times longer than each text in them. */
    argumentChars: 5,
  },
  thinking: {
    maxRounds: 5,
    tokenBudget: 10_000,
    maxRecallContexts: 3,
    presets: {
      quick: { maxRounds: 3, tokenBudget: 5_000 },
      standard: { maxRounds: 5, tokenBudget: 10_000 },
      thorough: { maxRounds: 7, tokenBudget: 15_000 },
      research: { maxRounds: 10, tokenBudget: 20_000 },
    },
  },
  /** What one call may write of an answer, a reasoning model's own thoughts included. */
  answer: { tokens: 4_096, leastTokens: 256, mostTokens: 128_000 },
  action: { maxSteps: 10, mostSteps: 50, fastSteps: 5, consecutiveMistakes: 3 },
  window: { size: 5, min: 0, max: 50 },
  summary: {
    maxOutputTokens: 600,
    maxTokens: 200,
    maxChars: 1_200,
    maxInsights: 5,
    rollUpEvery: 10,
    /** Newest turns before the window that the prompt carries as their own summaries, even when a roll-up covers them. */
    recentInFull: 5,
    /** Items for everything older; more roll-ups than these are drawn together, so that the section stops growing. */
    olderItems: 9,
    /** Share of the section that older items keep when recent summaries could fill it. */
    olderShare: 0.45,
    /** An item cut below this says nothing. */
    minItemTokens: 24,
    maxRecentRead: 60,
    maxDue: 20,
    /** What one written by a model takes, for an estimate. */
    expectedTokens: 180,
  },
  workspace: {
    fileBytes: 1_000_000,
    files: 200,
    totalBytes: 20_000_000,
    pathChars: 240,
    /** Deleted files that the workspace still offers, those deleted last. */
    deletedShown: 30,
    searchHits: 50,
    searchChars: 1_000,
    searchLineChars: 240,
    stateKeys: 200,
    stateKeyChars: 120,
    stateChars: 20_000,
    /** Changes between two versions: unchanged lines shown around each, and what is still compared and shown. */
    diff: { contextLines: 3, maxEdits: 4_000, maxMs: 150, maxLines: 2_000 },
  },
  /** A message found through its neighbours alone is shown with at least `neighbourShare` of the best score and `neighbourTerms` content words. */
  recall: {
    neighbourShare: 0.6,
    neighbourTerms: 3,
    /** A word is called rare from this rarity on; a memory of fewer units counts as one of so many. */
    rare: 0.75,
    rareUnits: 50,
    /** Parts of a score below this are not told. */
    leastPart: 0.005,
    hits: 10,
    /** Files and summaries among them at most, looked at per kind, and the least share of what was looked for that one must hold itself. */
    others: 2,
    othersLooked: 8,
    othersCoverage: 0.4,
    /** How long a recall waits for their index to be loaded; it goes on without them, and the load goes on too. */
    othersLoadMs: 1_000,
    excerptChars: 1_600,
    chipExcerptChars: 280,
    nearMisses: 7,
    maxKeywords: 12,
    maxTurnNumbers: 20,
    segmentChars: 300,
    /** Neighbouring turns in one excerpt at most. */
    joinTurns: 4,
    leastChars: 100,
    scanChars: 100_000,
  },
  /** `words` = looked for at most; `prefixKeys` = of those that begin as the last word does, the most frequent, which stand in `beginningPostings` places together; `lendingPostings` = up to so many places of the words, neighbours add to the score; `phraseLooked` = texts read to tell whether a phrase stands in them. */
  search: {
    textChars: 400,
    words: 24,
    /** Of the words in an address that are marked where it leads. */
    foundChars: 300,
    foundMarks: 2_000,
    /** On the first page, which comes with every letter, as many as are in sight; on each further one. */
    hits: 8,
    moreHits: 20,
    /** Of the best hits for several words, those in which the words stand together as typed come first. */
    together: 40,
    typedChars: 80,
    typedWithin: 8_000,
    pauseMs: 150,
    addressMs: 600,
    mostHits: 50,
    mostShown: 1_000,
    prefixKeys: 200,
    /** Postings looked at of the words that a beginning may become: the fewer letters, the less they tell. */
    beginningPostings: 12_000,
    letterPostings: 1_000,
    /** Of a single letter that is also a word by itself ("p" of "p.m.") the latest places are looked at, since it will be another word. */
    letterLatest: 2_000,
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
  jobs: { retryMs: 2_000, queuedAtOnce: 100, leaseMs: 60_000, tickMs: 1_000, maxAttempts: 5, concurrency: 2 },
  memory: { maxTurns: 100_000, maxToolCalls: 1_000, maxGap: 1_000 },
  graph: {
    maxNodes: 500,
    mostNodes: 2_000,
    /** Shares of the nodes when not everything fits; turns with their contexts and summaries get the rest. */
    shares: { range: 0.2, 'roll-up': 0.15, file: 0.1 },
    leastTurns: 3,
    labelChars: 80,
    fileHeadChars: 8_000,
    related: 100,
    /** The force layout: in a worker above `inPlace` nodes, 25 iterations a round. */
    force: { inPlace: 300, rounds: 12, deadlineMs: 1_500 },
    /** Neighbours that a local graph shows at most. */
    localNodes: 160,
    searchDelayMs: 300,
    saveDelayMs: 500,
    refreshDelayMs: 1_000,
    /** The replay: one turn a tick, all of it in about `totalMs`. */
    replay: { totalMs: 15_000, leastMs: 60, mostMs: 700 },
  },
  /** `slabTurns`: turns that one query adds up, so that a long conversation holds nobody else up. `waitMs`: a report that takes longer is announced by the page's outline. */
  /** `usualBreakEven`: the turn from which memory pays where answers have some 1,000 tokens, by `bench -- saving`. */
  usage: { maxPoints: 250, slabTurns: 5_000, callTurns: 20, waitMs: 700, usualBreakEven: 10 },
  trash: { undoMs: 30_000 },
  ...transferLimits,
  /** `rewriteBytes`: a larger SQLite file is written anew after a purge only if that is needed. The check after a purge looks for so many pieces of what was forgotten. A piece of an answer that more than `phrase` other answers hold is a phrase; a word or a short piece that more than `rare` other turns hold gives nothing away. `words`: words looked for on their own. `shown`: entries of the list. */
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
  },
  ...indexLimits,
} as const

export type SectionName = keyof typeof limits.prompt.sections | 'steps'
/** Stable to volatile, so that providers can cache the prefix. `steps` = this turn's tool calls and results, sent as tool messages. */
export const SECTION_ORDER: readonly SectionName[] = [
  'role',
  'tools',
  'playbook',
  'summaries',
  'window',
  'strategies',
  'recalled',
  'workspace',
  'thoughts',
  'task',
  'steps',
]
export type PresetName = keyof typeof limits.thinking.presets
