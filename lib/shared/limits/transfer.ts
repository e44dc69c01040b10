/** Numbers of uploads, imports, exports and prompt files, used through `limits`. */
export const transferLimits = {
  /** Files that `ENABLE_PROMPT_LOGGING` keeps; beyond either number the oldest go. */
  promptLog: { files: 1_000, bytes: 200_000_000 },
  /**
   * An import through the browser, which is spooled to disk.
   * - `idleMs`: how long the upload may pause
   * - `placeMs`: how long to wait for another import of the same person
   */
  upload: {
    importBytes: 2_000_000_000,
    idleMs: 60_000,
    progressMs: 200,
    placeMs: 3_000,
  },
  /**
   * - `conversationBytes`, `values`, `depth`, `messages`: limits of one conversation; a larger one is
   *   refused, the others continue
   * - `textBytes`, `deepest`: beyond these the whole file is refused
   * - `importTextChars`: texts of a Mneme export beyond this wait on disk; they do not count towards the
   *   limits
   * - `ownBytes`, `ownValues`: the rest of a Mneme export, on the command line
   * - `zipEntries`, `zipTalks`, `zipDirectoryBytes`: files in an archive, those with conversations, its
   *   directory
   * - `zipBytes`, `zipOwnBytes`: unpacked size in the browser and on the command line
   * - `zipRatio`: the highest compression accepted above `zipFreeBytes` (chats have 3 to 20)
   * - `joinedTurns`, `transactionChars`: what one transaction adds to an older conversation; it locks for
   *   about 40 ms
   * - `stagingMs`: how long after its last write an interrupted import is purged
   */
  transfer: {
    conversationBytes: 64_000_000,
    ownBytes: 256_000_000,
    ownValues: 16_000_000,
    textBytes: 16_000_000,
    turnChars: 4_000_000,
    values: 3_000_000,
    depth: 1_000,
    deepest: 10_000,
    messages: 200_000,
    reported: 5_000,
    /** A file with more refused entries is not an export, so the import stops. */
    refused: 10_000,
    sliceBytes: 16_384,
    transactionChars: 2_000_000,
    joinedTurns: 120,
    stagingMs: 600_000,
    latestYear: 2200,
    exportPage: 200,
    fileChars: 120,
    /** Facts of one file, and the longest quotation of one. */
    facts: 10_000,
    quoteChars: 10_000,
    zipEntries: 100_000,
    zipTalks: 1_000,
    pastImports: 20,
    zipDirectoryBytes: 16_000_000,
    zipFreeBytes: 64_000_000,
    zipRatio: 100,
    zipBytes: 2_000_000_000,
    zipOwnBytes: 100_000_000_000,
    importTextChars: 8_000_000,
    /** Texts of one conversation in a Mneme export. */
    importTexts: 500_000,
  },
} as const
