import type { TurnOutcome } from '@/lib/agent/turn-state'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import type { Frame } from '@/lib/shared/turn/events'
import { answerOf, foldEvents } from '@/lib/shared/turn/live'
import type { AbortReason } from './runner-deps'

export const NOT_SAVED = {
  code: 'not_saved',
  message: 'The answer could not be saved.',
  hint: 'Copy it now: Mneme cannot write to the database. Check the disk, then select Retry.',
} as const

/** Gives a cut-short turn its reason. A turn that had already ended is unchanged. */
export function asAborted(outcome: TurnOutcome, reason: AbortReason | undefined): TurnOutcome {
  if (outcome.status !== 'stopped') return outcome
  if (reason === 'shutdown') return { ...outcome, status: 'interrupted' }
  return reason === 'unsaved' ? { ...outcome, status: 'failed', error: NOT_SAVED } : outcome
}

/** An outcome that needs only the log: the text shown so far. For turns that failed in an unforeseen way. */
export function bareOutcome(
  status: TurnOutcome['status'],
  frames: Frame[],
  error: Failure | null,
): TurnOutcome {
  const events = frames.map((frame) => frame.event)
  const { steps } = foldEvents({ steps: [] as StepDto[] } as TurnDto, events)
  return {
    status,
    answer: answerOf(steps),
    error,
    tokens: { answerTokens: 0, toolTokens: 0, recalledTokens: 0, contextTokens: 0 },
    writes: () => [],
  }
}
