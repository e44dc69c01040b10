/** A strategy as a consolidation names it. */
export type NamedStrategy = { slug: string; title: string }
/**
 * What a consolidation would do. `merges` = `from` goes into `into`; `opposites` = pairs that seem to contradict each
 * other, to be flagged; `retired` = unused for half a year; `trials` = quarantined ones that get one more chance.
 */
export type ConsolidationDto = {
  items: number
  merges: { into: NamedStrategy; from: NamedStrategy }[]
  opposites: NamedStrategy[][]
  retired: NamedStrategy[]
  trials: NamedStrategy[]
  /** Pairs that are linked as related. */
  links: number
}
/** What one did. `groupId` undoes it as a whole. */
export type ConsolidatedDto = {
  groupId: string
  merged: number
  flagged: number
  linked: number
  retired: number
}
