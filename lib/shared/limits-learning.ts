/** Numbers of strategies and of what makes them. */
export const limitsOfLearning = {
  titleChars: 120,
  descriptionChars: 300,
  /** Of a learned strategy, from `leastContentChars`; a person's may be shorter. */
  contentChars: 2_000,
  leastContentChars: 20,
  tagChars: 40,
  tags: 8,
  domainChars: 60,
  queryChars: 500,
  /** Strategies of the section `playbook`. */
  inPlaybook: 30,
  /** Strategies with at least this many harmful tags, and more of them than helpful ones, are quarantined. */
  quarantineAt: 2,
  /** Similarity from which two are merged, a model is asked, opposites are noted, and a link is kept. */
  mergeAt: 0.9,
  askAt: 0.85,
  opposeAt: 0.6,
  linkAt: 0.6,
  /** A strategy that was never cited is retired after so many days without a use. */
  unusedDays: 180,
  /** Pairs that one consolidation asks a model about. */
  asked: 10,
  /** Completed turns between two consolidations. */
  consolidateEvery: 20,
  /** How often a change is made again because another writer was faster. */
  tries: 12,
} as const
