/**
 * How many turns are sent word for word, the running one included.
 * - `demanding`, `short`: of a demanding request, and of a message under `shortWords` words
 * - `smallSize`: of a growing window for a model with a small context
 * - `keptMs`: after this long without a message no service has the window in its cache, so it starts anew
 * - `turnShare`, `startShare`: of the window's tokens, for one turn, and for the turns that a growing window keeps
 *   when it starts anew
 * - `referred`: the most earlier turns that a message brings back by referring to them
 * - `referredShare`: of the window's tokens, for those turns
 * - `clear`: of the best score; what is as good as that is a rival
 * - `rivals`: with more of them it is unclear which turn is meant
 */
export const windowLimits = {
  minSize: 3,
  maxSize: 10,
  demanding: 7,
  short: 3,
  shortWords: 5,
  smallSize: 2,
  keptMs: 3_600_000,
  turnShare: 0.5,
  startShare: 0.5,
  referred: 2,
  referredShare: 0.4,
  clear: 0.85,
  rivals: 3,
  looked: 8,
  /** Characters of a message that are read for references. */
  readChars: 2_000,
  /** No turn takes fewer tokens in a prompt, which bounds how many are read for a full window. */
  leastTurnTokens: 30,
} as const
