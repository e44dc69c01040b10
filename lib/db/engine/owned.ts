/**
 * Rows of an owner among those that ids name, written with a negation, which no index serves. SQLite keeps no
 * statistics: it takes `ownerId = …` for narrower than a few ids and reads everything the owner has (115 ms
 * for 0.1 ms at 10,000 turns). Where the owner itself is to be looked up, write `ownerId`.
 */
export const ownedBy = (ownerId: string) => ({ NOT: { ownerId: { not: ownerId } } })
