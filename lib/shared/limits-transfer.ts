/** Numbers of uploads, imports and exports. Read them as parts of `limits`. */
export const transferLimits = {
  /**
   * An import through the browser: it lies on disk while it is read. `idleMs`: how long nothing of it may come.
   * `placeMs`: how long one waits for another of the same person to end.
   * `shownConversations`: conversations of a report that are shown at first.
   */
  upload: {
    importBytes: 2_000_000_000,
    idleMs: 60_000,
    progressMs: 200,
    placeMs: 3_000,
    shownConversations: 8,
  },
  /**
   * Imports. `conversationBytes`, `values`, `depth` and `messages` bound one conversation: one over them is refused, the others go on. A text over `textBytes` or nesting over `deepest` ends the file.
   * The texts of a conversation of Mneme's own export do not count: over `shelfChars` they wait on disk. `ownBytes`, `ownValues`: of the rest of it, on the command line.
   * ZIP archives: at most `zipEntries` files, `zipTalks` of them of conversations, a directory of `zipDirectoryBytes`. What is read may be `zipBytes` when unpacked, on the command line `zipOwnBytes`, and above `zipFreeBytes` no more than `zipRatio` times as large as packed (chats: 3 to 20).
   * `joinedTurns`: new turns that are added to a conversation of before in one transaction, with texts of at most `transactionChars` together: the write lock is held for about 40 ms then.
   * `stagingMs`: what an import that was cut off has written is purged so long after its last write.
   */
  transfer: {
    conversationBytes: 64_000_000,
    ownBytes: 256_000_000,
    ownValues: 16_000_000,
    textBytes: 16_000_000,
    turnChars: 4_000_000,
    values: 3_000_000,
    depth: 64,
    deepest: 10_000,
    messages: 200_000,
    reported: 5_000,
    /** A file with more entries that are refused is given up: it is no export. */
    refused: 10_000,
    sliceBytes: 16_384,
    transactionChars: 2_000_000,
    joinedTurns: 120,
    stagingMs: 600_000,
    latestYear: 2200,
    exportPage: 200,
    fileChars: 120,
    zipEntries: 100_000,
    zipTalks: 1_000,
    zipManifestBytes: 1_000_000,
    /** Files of an archive that a report names. */
    namedFiles: 20,
    pastImports: 20,
    zipDirectoryBytes: 16_000_000,
    zipFreeBytes: 64_000_000,
    zipRatio: 100,
    zipBytes: 2_000_000_000,
    zipOwnBytes: 100_000_000_000,
    shelfChars: 8_000_000,
    /** Texts of one conversation of an own export. */
    shelfTexts: 500_000,
    /** How much the heap may grow over what is alive before it is collected, while an import runs. */
    heapGrowthPercent: 40,
  },
} as const
