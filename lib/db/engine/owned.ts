/**
 * Filters rows found by id by their owner. With `ownerId = …` SQLite, which has no statistics here, would use
 * the owner's index and read all of their rows (115 ms instead of 0.1 at 10,000 turns); a negation uses no
 * index.
 */
export const ownedBy = (ownerId: string) => ({ NOT: { ownerId: { not: ownerId } } })
