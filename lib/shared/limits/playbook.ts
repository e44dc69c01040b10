/** Numbers of the Playbook page. */
export const limitsOfPlaybook = {
  searchChars: 300,
  /** Strategies that one request may name. */
  idsAtOnce: 1_000,
  /** Strategies that are sent to the page; search finds the others. */
  listed: 300,
  /** Strategies that wait for approval and are sent to the page. */
  proposed: 200,
  /** Changes on one page of the history. */
  changes: 30,
  /** Strategies that are read from one export. */
  imported: 10_000,
  /** Characters of a long text in the history. */
  changedChars: 280,
} as const
