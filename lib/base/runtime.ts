/** What could differ in a test is passed in: clock, ids, randomness. */
export type Runtime = {
  now(): Date
  /** A new unique id: `prefix_` and 20 or more of [a-z0-9]. */
  id(prefix: string): string
  /** In [0, 1). */
  random(): number
}
