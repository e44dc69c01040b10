/** Numbers of the memory of reasoning: procedures as worked examples (spec of the reflective mode). */
export const limitsOfExamples = {
  /** A verdict at least this sure makes a procedure of a turn's steps. */
  leastConfidence: 0.7,
  /** Procedures at least this similar to the message, above this quality, are shown: so many. */
  leastSimilarity: 0.75,
  quality: 5,
  shown: 2,
  /** One that is more similar than this may raise the depth. */
  raisesDepth: 0.85,
  /** Procedures that are looked at, and good turns below which nothing is said about steps. */
  looked: 10,
  leastTurns: 5,
  /** One call with tools, and the answer. */
  leastSteps: 2,
  share: 0.9,
} as const
