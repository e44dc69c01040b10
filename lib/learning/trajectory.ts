import { sha256 } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { feedbackOf } from '@/lib/db/turns/feedback'
import { type FollowedUp, sameMessage } from '@/lib/db/turns/follow-ups'
import type { Work } from '@/lib/db/turns/shown-steps'
import type { Turn } from '@/lib/db/turns/turns'
import { contentTerms } from '@/lib/memory/text/terms'
import {
  isCorrection,
  isSmallTalk,
  isThanks,
  judgeByEvidence,
  redact,
  withRetries,
} from '@/lib/model/offline/fallbacks'
import { version } from '@/lib/prompts/judge'
import type { TrajectoryInput } from '@/lib/prompts/trajectory'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { failureSchema } from '@/lib/shared/turn/events'
import { isMemoryTool } from '@/lib/shared/usage/baselines'

/** What happened in a turn, and what the person did about it: all that a verdict rests on. */
export type Trajectory = Omit<TrajectoryInput, 'tools'> & {
  tools: { name: string; args: unknown; ok: boolean; result: string }[]
  /** What the person wrote about their thumb. */
  feedbackReason: string
  corrected: boolean
  accepted: boolean
  regenerated: boolean
}

/** The agent's own words for a turn that used up its steps. */
const CAPPED = 'Reached the step limit.'

/** Reads a settled turn, in which `work` was done and which `after` follows. */
export async function trajectoryOf(
  db: Db,
  turn: Turn,
  work: readonly Work[],
  after: readonly FollowedUp[],
): Promise<Trajectory> {
  const [feedback, versions] = await Promise.all([
    feedbackOf(db, turn.ownerId, [turn.id]),
    sameMessage(db, turn.ownerId, turn),
  ])
  const { value = 0, reason = '' } = feedback.get(turn.id) ?? {}
  return {
    userText: turn.userText,
    answer: turn.answer,
    status: turn.status === 'completed' || turn.status === 'failed' ? turn.status : 'stopped',
    thoughts: work.flatMap(({ phase, text }) => (phase === 'think' && text.trim() ? [text] : [])),
    tools: work.flatMap(({ tools }) =>
      tools.map(({ name, args, ok, result }) => ({ name, args, ok, result })),
    ),
    capped: isCapped(turn, work),
    feedback: value,
    feedbackReason: reason,
    followUps: messagesAfter(after),
    ...reactions(turn, after),
    regenerated: versions.after.length > 0,
  }
}

const isCapped = ({ error }: Turn, work: readonly Work[]) =>
  failureSchema.safeParse(error).data?.code === 'tool_loop' ||
  work.some(({ notices }) => notices.includes(CAPPED))

const messagesAfter = (after: readonly FollowedUp[]): string[] =>
  after
    .flatMap(({ userText, followed }) => [userText, ...followed.map((one) => one.userText)])
    .slice(0, limits.followUps)

/** Whether one of the next two messages corrects the answer, or the next one accepts it. */
function reactions(
  turn: Pick<Turn, 'userText' | 'answer'>,
  after: readonly FollowedUp[],
): Pick<Trajectory, 'corrected' | 'accepted'> {
  const isStillAboutIt = ({ userText }: FollowedUp) =>
    !isThanks(userText) &&
    (isSmallTalk(userText) || sharesSubject(userText, `${turn.userText} ${turn.answer}`))
  const corrected = after.some(
    (next) =>
      isCorrection(next.userText, turn.answer) ||
      (isStillAboutIt(next) && next.followed.some(({ userText }) => isCorrection(userText, next.answer))),
  )
  return { corrected, accepted: !corrected && after.some(({ userText }) => isThanks(userText)) }
}

/** Whether a message shares a content word with a text, or has none of its own. */
function sharesSubject(message: string, about: string): boolean {
  const said = contentTerms(message).map(({ key }) => key)
  if (said.length === 0) return true
  const known = new Set(contentTerms(about).map(({ key }) => key))
  return said.some((key) => known.has(key))
}

/** The verdict from measured evidence only. */
export const judgeMeasured = (seen: Trajectory) =>
  judgeByEvidence({
    status: seen.status,
    capped: seen.capped,
    toolResults: withRetries(seen.tools),
    feedback: seen.feedback,
    correctingFollowUp: seen.corrected,
    thankingFollowUp: seen.accepted,
    regenerated: seen.regenerated,
  })

/** Equal for turns that went exactly alike, so that they are judged once. */
export const trajectoryHash = (seen: Trajectory): string => sha256(JSON.stringify([version, seen]))

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}... (truncated)` : text)
/** Redacts before the last cut: half an address would not be seen as one. */
export const cleanCut = (text: string, max: number): string => cut(cleanStart(text, max), max)
/** The beginning of a text, still longer than `max`, without personal data. */
export const cleanStart = (text: string, max: number): string =>
  redact(text.slice(0, 2 * max + limits.redactMargin)).text

/**
 * A turn as prompts show it: shortened, and without personal data. What was recalled is not learned again.
 */
export function shownTrajectory(seen: Trajectory): TrajectoryInput {
  const { textChars, resultChars, thoughts, tools } = limits.trajectory
  const { feedback, status, capped } = seen
  return {
    ...{ feedback, status, capped },
    userText: cleanCut(seen.userText, textChars),
    answer: cleanCut(seen.answer, textChars),
    thoughts: seen.thoughts.slice(-thoughts).map((text) => cleanCut(text, resultChars)),
    tools: seen.tools.slice(-tools).map(({ name, ok, result }) => ({
      ...{ name, ok },
      result: isMemoryTool(name) ? '(recalled text, left out)' : cleanCut(result, resultChars),
    })),
    followUps: seen.followUps.map((text) => cleanCut(text, resultChars)),
  }
}
