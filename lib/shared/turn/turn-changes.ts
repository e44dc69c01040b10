import type { PlaybookChange } from '../learning/playbook'
import { namesIn } from '../pick'

/** The background jobs after a turn that may change memory. */
export const CHANGING_JOBS = namesIn('notes roll-up consolidate')
export type ChangingJob = (typeof CHANGING_JOBS)[number]

/**
 * A fact that a turn states. `outcome` = it is new, it was known already, or it waits for approval;
 * `replaced` = the earlier value that it took the place of.
 */
export type ChangedFact = {
  id: string
  subject: string
  line: string
  outcome: 'learned' | 'confirmed' | 'proposed'
  replaced: string | null
}
export type ChangedFile = { path: string; op: 'write' | 'edit' | 'delete' | 'upload' }
/** A value of the conversation's state; null = there was none, or it was removed. */
export type ChangedValue = { key: string; before: string | null; after: string | null }

/**
 * What a turn changed in memory. `record` = what every turn leaves; `rollUps` = those that end with this
 * turn; `open` = background jobs that still run or were given up.
 */
export type TurnChanges = {
  conversationId: string
  /** It has not ended yet, so it has stored nothing. */
  running: boolean
  record: {
    context: { id: string; tokens: number } | null
    summary: { id: string; status: string; tokens: number } | null
  }
  rollUps: { id: string; level: number; from: number; to: number }[]
  facts: ChangedFact[]
  strategies: PlaybookChange[]
  files: ChangedFile[]
  state: ChangedValue[]
  open: { job: ChangingJob; failed: boolean }[]
}

/** Whether a turn changed more than its own record. */
export const hasChanges = ({ rollUps, facts, strategies, files, state }: TurnChanges) =>
  [rollUps, facts, strategies, files, state].some((changes) => changes.length > 0)
