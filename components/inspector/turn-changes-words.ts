import type {
  ChangedFact,
  ChangedFile,
  ChangedValue,
  ChangingJob,
  TurnChanges,
} from '@/lib/shared/turn/turn-changes'
import { hasChanges } from '@/lib/shared/turn/turn-changes'

const RUNNING: Record<ChangingJob, string> = {
  notes: 'Notes on the message are still being written',
  'roll-up': 'Summaries are still being rolled up',
  consolidate: 'The lessons are still being consolidated',
}
const FAILED: Record<ChangingJob, string> = {
  notes: 'Some notes on the message could not be written',
  'roll-up': 'Summaries could not be rolled up',
  consolidate: 'The lessons could not be consolidated',
}
export const jobWords = ({ job, failed }: TurnChanges['open'][number]) => (failed ? FAILED : RUNNING)[job]

export const isUnfinished = ({ running, open }: TurnChanges) => running || open.some(({ failed }) => !failed)

/** Why there is nothing to list: the turn is not done, or changed nothing. Null if there is something. */
export function emptyWords(changes: TurnChanges): string | null {
  if (changes.running) return 'The answer is still running. What it changes is stored when it ends.'
  if (hasChanges(changes) || isUnfinished(changes)) return null
  return changes.record.context
    ? 'This message changed nothing in memory beyond its own record.'
    : 'This message changed nothing in memory.'
}

const SUMMARY: Record<string, string> = {
  extractive: 'extracted from the text',
  fallback: 'written without a model',
  model: 'written by the model',
  stale: 'out of date, will be rebuilt',
}
export const summaryWords = (status: string) => SUMMARY[status] ?? status

const FACTS: Record<ChangedFact['outcome'], string> = {
  learned: 'Learned',
  confirmed: 'Confirmed',
  proposed: 'Waiting for your approval',
}
export const factWords = ({ outcome, replaced }: ChangedFact) =>
  replaced === null ? FACTS[outcome] : `Replaced “${replaced}”`

const FILES: Record<ChangedFile['op'], string> = {
  write: 'Wrote',
  edit: 'Changed',
  delete: 'Deleted',
  upload: 'Attached',
}
export const fileWords = ({ op }: ChangedFile) => FILES[op]

export const valueWords = ({ before, after }: ChangedValue) =>
  after === null ? 'removed' : before === null ? after : `${before} → ${after}`
