/** Everything that could differ in a test is injected: clock, ids, randomness. */
export type Runtime = {
  now(): Date
  /** A unique id: `prefix_` and at least 20 characters of [a-z0-9]. */
  id(prefix: string): string
  /** In [0, 1). */
  random(): number
}
