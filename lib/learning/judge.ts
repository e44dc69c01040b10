import type { Db } from '@/lib/db/engine/client'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { strategiesOf } from '@/lib/db/learning/strategies'
import { learnedFrom } from '@/lib/db/learning/uses/used'
import type { Turn } from '@/lib/db/turns/turns'
import type { Notes } from '@/lib/prompts/turn-notes'
import type { StrategyTag } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { cleanCut, type Trajectory } from './trajectory'

const REASON_CHARS = 300

/** The person's own verdict, or null without a thumb. */
export function verdictOfPerson({ feedback, feedbackReason }: Trajectory): Verdict | null {
  if (feedback === 0) return null
  const marked = `The person marked the answer as ${feedback === 1 ? 'good' : 'not good'}.`
  const reasons = feedbackReason ? [marked, cleanCut(feedbackReason, REASON_CHARS)] : [marked]
  return { label: feedback === 1 ? 'success' : 'failure', confidence: 1, reasons, by: 'person' }
}

export const verdictOfModel = ({
  label,
  confidence,
  reason,
}: NonNullable<Notes['verdict']>['verdict']): Verdict => ({
  ...{ label, confidence, by: 'model' },
  reasons: [cleanCut(reason, REASON_CHARS)],
})

const BY_LABEL = { success: 'helpful', failure: 'harmful', unknown: 'neutral' } as const
/** One tag for each strategy that the turn cited: as the notes say by their short ids, else as the verdict does. */
export const tagsOf = (
  turnId: string,
  cited: readonly { id: string; shownAs: string | undefined }[],
  { label }: Pick<Verdict, 'label'>,
  said: readonly { id: string; tag: StrategyTag }[] = [],
): StrategyChange[] =>
  cited.map(({ id, shownAs }) => ({
    ...{ op: 'TAG', id, turnId },
    tag: said.find((one) => one.id === shownAs)?.tag ?? BY_LABEL[label],
  }))

/** A reversed verdict retires strategies learned only from that turn, unless used since or pinned. */
export async function changesOnReversal(
  db: Db,
  turn: Pick<Turn, 'id' | 'ownerId'>,
  before: Verdict['label'] | null,
  now: Verdict['label'],
): Promise<StrategyChange[]> {
  if (before === null || before === 'unknown' || now === 'unknown' || before === now) return []
  const rows = await strategiesOf(db, turn.ownerId, await learnedFrom(db, turn.ownerId, turn.id))
  return [...rows.values()]
    .filter(
      ({ pinned, mergedIntoId, helpful, harmful, neutral, outcome, status }) =>
        !pinned &&
        !mergedIntoId &&
        helpful + harmful + neutral === 0 &&
        outcome === before &&
        (status === 'active' || status === 'proposed'),
    )
    .map(({ id }) => ({ op: 'UPDATE', id, by: 'heuristic', set: { status: 'retired' } }))
}
