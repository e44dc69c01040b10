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
  /** Strategies of the section `playbook`, and the helpful citations that one needs unless it is pinned. */
  inPlaybook: 8,
  proven: 2,
  /** Strategies with at least this many harmful tags, and more of them than helpful ones, are quarantined. */
  quarantineAt: 2,
  /** A lesson that the model is less sure of is not kept. */
  leastConfidence: 0.6,
  /**
   * From this similarity of words on two strategies are one; from `askAt` on a model decides. Of 30 pairs
   * that say the same in other words none reaches .85 and 12 reach .6; of 30 on the same subject that differ
   * none reaches .6 (`bench -- learning`).
   */
  mergeAt: 0.9,
  askAt: 0.6,
  /** A smaller store counts as this many strategies where the rarity of words is measured. */
  rareOf: 50,
  /** Turns that a strategy names as where it was learned. */
  mostSources: 20,
  /** Strategies that wait for approval, and strategies in use: no more are learned. */
  mostProposed: 100,
  mostKept: 5_000,
  /** How reliable a lesson counts at first, times the judge's confidence, and the least (seed 004). */
  priors: { success: 0.75, failure: 0.6, least: 0.5 },
  /** Later messages that may correct or accept an answer. */
  followUps: 2,
  /** Of a turn in the prompt of its notes. */
  trajectory: { resultChars: 600, thoughts: 6, tools: 20 },
  /** Read beyond a cut, so that what lies across it is seen whole. */
  redactMargin: 500,
  judge: { maxOutputTokens: 512 },
  notes: { maxOutputTokens: 2_000 },
  /** From this similarity on opposites are flagged, and a model is asked about them. */
  opposeAt: 0.6,
  askOpposedAt: 0.45,
  /** A strategy that was never cited is retired after this many days without use. */
  unusedDays: 180,
  /** Pairs that one consolidation asks a model about. */
  asked: 10,
  /** Completed turns between two consolidations. */
  consolidateEvery: 20,
  /** How often a change is made again because another writer was faster. */
  tries: 25,
} as const
