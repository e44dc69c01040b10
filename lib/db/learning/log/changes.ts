import type { DeltaAuthor, StrategyState, StrategyTag } from '@/lib/shared/learning/strategies'

/** What a change may write by hand; counters, sources and merges have operations of their own. */
type Editable = Omit<StrategyState, 'slug' | 'helpful' | 'harmful' | 'neutral' | 'createdAt' | 'mergedIntoId'>
export type NewStrategy = Omit<StrategyState, 'slug' | 'createdAt' | 'mergedIntoId'> &
  Partial<Pick<StrategyState, 'createdAt'>>

/**
 * One change of the playbook. `TAG`: how a cited strategy turned out, null = not tagged any more; `UPDATE`
 * sets fields, with `trial` one more prompt may show a quarantined strategy; `MERGE` adds counters and
 * sources of `from` to `into` and retires `from`; `RESTORE` and `UNMERGE` undo a `REMOVE` and a `MERGE`,
 * with `unpins` one that pinned `into`.
 * `undoes` = a delta; `wording` = further turns whose words its text may have; `by` = its author, if not the
 * others'.
 */
export type StrategyChange = { undoes?: number; wording?: readonly string[]; by?: DeltaAuthor } & (
  | { op: 'ADD'; strategy: NewStrategy }
  | { op: 'UPDATE'; id: string; set: Partial<Editable>; trial?: boolean }
  | { op: 'TAG'; id: string; turnId: string; tag: StrategyTag | null }
  | { op: 'REMOVE'; id: string }
  | { op: 'MERGE'; into: string; from: string }
  | { op: 'RESTORE'; id: string; state: StrategyState }
  | {
      op: 'UNMERGE'
      into: string
      from: string
      sources: string[]
      unpins: boolean
      was: Pick<StrategyState, 'status' | 'pinned'>
    }
)

export const namedIn = (change: StrategyChange): string[] => {
  if (change.op === 'ADD') return []
  return change.op === 'MERGE' || change.op === 'UNMERGE' ? [change.into, change.from] : [change.id]
}
