import type { Db } from '@/lib/db/engine/client'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { strategiesOf } from '@/lib/db/learning/strategies'
import { learnedFrom, retiredByJob } from '@/lib/db/learning/uses/used'
import type { Turn } from '@/lib/db/turns/turns'
import { isSmallTalk } from '@/lib/model/offline/fallbacks'
import type { VerdictOutput } from '@/lib/prompts/judge'
import type { Judged } from '@/lib/shared/learning/learning'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { cleanCut, judgeMeasured, type Trajectory } from './trajectory'

const REASON_CHARS = 300

/** The person's own verdict, or null without a thumb. */
export function verdictOfPerson({ feedback, feedbackReason }: Trajectory): Verdict | null {
  if (feedback === 0) return null
  const marked = `The person marked the answer as ${feedback === 1 ? 'good' : 'not good'}.`
  const reasons = feedbackReason ? [marked, cleanCut(feedbackReason, REASON_CHARS)] : [marked]
  return { label: feedback === 1 ? 'success' : 'failure', confidence: 1, reasons, by: 'person' }
}

/** By built-in rules. Small talk without a reaction has nothing to judge. */
export function verdictByEvidence(seen: Trajectory): Verdict {
  const isReactedTo = seen.corrected || seen.accepted || seen.feedback !== 0
  if (isSmallTalk(seen.userText) && !isReactedTo)
    return { label: 'unknown', confidence: 0.3, reasons: ['It was small talk.'], by: 'heuristic' }
  return { ...judgeMeasured(seen), by: 'heuristic' }
}

type Worked = Pick<Trajectory, 'status' | 'userText' | 'thoughts' | 'tools' | 'corrected'>
/**
 * Whether a model's opinion is worth a call: not on small talk, nor on what did not come to an end. Unless
 * every turn is judged, there must be something to learn from: thoughts, tools, cited strategies, or a
 * correction.
 */
export const isWorthACall = (turn: Worked, which: Judged, cites: boolean) =>
  turn.status === 'completed' &&
  !isSmallTalk(turn.userText) &&
  (which === 'every' || cites || turn.corrected || turn.thoughts.length + turn.tools.length > 0)

export const verdictOfModel = ({ label, confidence, reasons }: VerdictOutput): Verdict => ({
  label,
  confidence,
  reasons: reasons.map((reason) => cleanCut(reason, REASON_CHARS)),
  by: 'model',
})

/**
 * When a verdict is reversed, strategies learned only from that turn are retired, unless they were used since
 * or are pinned. They are restored if the verdict is reversed again.
 */
export async function changesOnReversal(
  db: Db,
  turn: Pick<Turn, 'id' | 'ownerId'>,
  before: Verdict['label'] | null,
  now: Verdict['label'],
): Promise<StrategyChange[]> {
  if (before === null || before === 'unknown' || now === 'unknown' || before === now) return []
  const rows = await strategiesOf(db, turn.ownerId, await learnedFrom(db, turn.ownerId, turn.id))
  const untried = [...rows.values()].filter(
    (one) => !one.pinned && !one.mergedIntoId && one.helpful + one.harmful + one.neutral === 0,
  )
  const doubted = untried.filter(
    ({ outcome, status }) => outcome === before && (status === 'active' || status === 'proposed'),
  )
  const retired = untried.filter(({ outcome, status }) => outcome === now && status === 'retired')
  const back = await retiredByJob(
    db,
    turn.ownerId,
    retired.map(({ id }) => id),
  )
  return [...doubted.map(({ id }) => [id, 'retired'] as const), ...back].map(([id, status]) => ({
    ...{ op: 'UPDATE', id },
    set: { status },
  }))
}
