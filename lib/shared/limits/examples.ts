/** Numbers of the memory of reasoning: similar turns that went well, one of them as a worked example. */
export const limitsOfExamples = {
  /** A verdict at least this sure says that a turn went well. */
  leastConfidence: 0.7,
  /** Turns whose message is at least this similar count; the best above this quality is shown. */
  leastSimilarity: 0.75,
  quality: 5,
  /** Of its calls and of its text. */
  leastTools: 2,
  tokens: 200,
  /** One that is more similar than this may raise the depth. */
  raisesDepth: 0.85,
  /** Turns that are looked at, and good turns below which nothing is said about steps. */
  looked: 10,
  leastTurns: 5,
  /** One call with tools, and the answer. */
  leastSteps: 2,
  share: 0.9,
} as const
