import type { Db } from '@/lib/db/engine/client'
import type { StrategyChange } from '@/lib/db/learning/log/apply'
import { strategiesOf } from '@/lib/db/learning/strategies'
import { learnedFrom, retiredBy } from '@/lib/db/learning/uses/uses'
import { feedbackOf } from '@/lib/db/turns/feedback'
import type { FollowedUp } from '@/lib/db/turns/follow-ups'
import type { Work } from '@/lib/db/turns/shown-steps'
import type { Turn } from '@/lib/db/turns/turns'
import { redact } from '@/lib/heuristics/redact/redact'
import { edgesOf, LOOKED_AT } from '@/lib/heuristics/text/edges'
import { LEFT_OUT, type TrajectoryInput } from '@/lib/prompts/trajectory'
import type { Notes } from '@/lib/prompts/turn-notes'
import type { StrategyTag } from '@/lib/shared/learning/strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { truncated } from '@/lib/shared/truncated'
import { withoutMarks } from '@/lib/shared/turn/citations'
import { failureSchema } from '@/lib/shared/turn/events'
import { isMemoryTool } from '@/lib/shared/usage/baselines'

/** What happened in a turn, and what the person did about it. `feedbackReason` = what they wrote about their thumb. */
type Trajectory = TrajectoryInput & { feedbackReason: string }

/** The agent's own words for a turn that used up its steps. */
export const CAPPED = 'Reached the step limit.'

/** Reads a settled turn, in which `work` was done and which `after` follows. */
export async function trajectoryOf(
  db: Db,
  turn: Turn,
  work: readonly Work[],
  after: readonly FollowedUp[],
): Promise<Trajectory> {
  return {
    ...(await ratingOf(db, turn)),
    userText: turn.userText,
    answer: turn.answer,
    status: turn.status === 'completed' || turn.status === 'failed' ? turn.status : 'stopped',
    thoughts: work.flatMap(({ phase, text }) => (phase === 'think' && text.trim() ? [text] : [])),
    tools: work.flatMap(({ tools }) => tools.map(({ name, ok, result }) => ({ name, ok, result }))),
    capped: isCapped(turn, work),
    followUps: messagesAfter(after),
  }
}

/** What the person thinks of a turn's answer now. */
type Rating = Pick<Trajectory, 'feedback' | 'feedbackReason'>
export async function ratingOf(db: Db, { id, ownerId }: Pick<Turn, 'id' | 'ownerId'>): Promise<Rating> {
  const { value = 0, reason = '' } = (await feedbackOf(db, ownerId, [id])).get(id) ?? {}
  return { feedback: value, feedbackReason: reason }
}

const isCapped = ({ error }: Turn, work: readonly Work[]) =>
  failureSchema.safeParse(error).data?.code === 'tool_loop' ||
  work.some(({ notices }) => notices.includes(CAPPED))

const messagesAfter = (after: readonly FollowedUp[]): string[] =>
  after
    .flatMap(({ userText, followed }) => [userText, ...followed.map((one) => one.userText)])
    .slice(0, limits.followUps)

/** Redacts before the last cut: half an address would not be seen as one. */
const cleanCut = (text: string, max: number): string => truncated(cleanStart(text, max), max)
/** The beginning of a text, still longer than `max`, without personal data. */
export const cleanStart = (text: string, max: number): string =>
  redact(text.slice(0, 2 * max + limits.redactMargin)).text

/** A turn as its notes show it: shortened. What was recalled is noted already. */
export function shownTrajectory(seen: Trajectory, userText: string): TrajectoryInput {
  const { resultChars, thoughts, tools } = limits.trajectory
  const { feedback, status, capped } = seen
  return {
    ...{ feedback, status, capped },
    userText: edgesOf(userText, LOOKED_AT, LEFT_OUT),
    answer: edgesOf(withoutMarks(seen.answer), LOOKED_AT, LEFT_OUT),
    thoughts: seen.thoughts.slice(-thoughts).map((text) => truncated(withoutMarks(text), resultChars)),
    tools: seen.tools.slice(-tools).map(({ name, ok, result }) => ({
      ...{ name, ok },
      result: isMemoryTool(name) ? '(recalled text, left out)' : truncated(result, resultChars),
    })),
    followUps: seen.followUps.map((text) => truncated(text, resultChars)),
  }
}

const REASON_CHARS = 300

/** The person's own verdict, or null without a thumb. */
export function verdictOfPerson({ feedback, feedbackReason }: Rating): Verdict | null {
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

/**
 * A reversed verdict retires strategies learned only from that turn, unless used since or pinned; taken back
 * (null), it returns them.
 */
export async function changesOnReversal(
  db: Db,
  turn: Pick<Turn, 'id' | 'ownerId'>,
  before: Verdict['label'] | null,
  now: Verdict['label'] | null,
): Promise<StrategyChange[]> {
  if (before === null || before === 'unknown' || before === now) return []
  const rows = await strategiesOf(db, turn.ownerId, await learnedFrom(db, turn.ownerId, turn.id))
  const retired = await retiredBy(db, turn.ownerId, turn.id, [...rows.keys()])
  const isJudged = now === 'success' || now === 'failure'
  return [...rows.values()].flatMap(
    ({ id, pinned, mergedIntoId, helpful, harmful, neutral, outcome, status }): StrategyChange[] => {
      if (pinned || mergedIntoId || helpful + harmful + neutral > 0) return []
      const isOpen = status === 'active' || status === 'proposed'
      const retires = isJudged && isOpen && outcome === before
      const next = retires ? 'retired' : status === 'retired' && outcome !== before ? retired.get(id) : null
      return next ? [{ op: 'UPDATE', id, by: 'heuristic', set: { status: next } }] : []
    },
  )
}
