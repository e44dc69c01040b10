import type { Db } from '@/lib/db/engine/client'
import { blankCall } from '@/lib/db/forget/forgotten'
import { shownTexts, visibleTo } from '@/lib/db/forget/held'
import { type Source, sourcesSchema } from '@/lib/shared/memory/source'
import { pick } from '@/lib/shared/pick'
import { isAnswering } from '@/lib/shared/usage/baselines'
import { type StepRow, stepsOf, toldBy } from './steps'

/** Steps of turns without what is forgotten, and the results of their tools by hash. */
export async function shownSteps(
  db: Db,
  ownerId: string,
  turnIds: string[],
): Promise<{ steps: StepRow[]; results: Map<string, string> }> {
  const [steps, { isGone }] = await Promise.all([stepsOf(db, ownerId, turnIds), visibleTo(db, ownerId)])
  for (const step of steps) step.tools = step.tools.map((tool) => blankCall(tool, isGone))
  const hashes = steps.flatMap((step) => step.tools.map((tool) => tool.resultHash))
  return { steps, results: await shownTexts(db, ownerId, hashes) }
}

/** A thinking or answering call. */
export type Work = Pick<StepRow, 'phase' | 'text'> & {
  notices: string[]
  tools: { name: string; args: unknown; ok: boolean; result: string; sources: Source[] }[]
}
/** What a turn's last attempt thought and did, in order. */
export async function workOf(
  db: Db,
  ownerId: string,
  turn: { id: string; attempt: number },
): Promise<Work[]> {
  const { steps, results } = await shownSteps(db, ownerId, [turn.id])
  return steps
    .filter(({ attempt, phase }) => attempt === turn.attempt && isAnswering(phase))
    .map((step) => ({
      ...pick(step, 'phase text'),
      notices: toldBy(step).notices,
      tools: step.tools.map((tool) => ({
        ...pick(tool, 'name args ok'),
        result: results.get(tool.resultHash) ?? '',
        sources: sourcesSchema.parse(tool.sources),
      })),
    }))
}

/** What the tools of answering calls read. */
export const readBy = (work: readonly Work[]): Source[] =>
  work.flatMap(({ phase, tools }) => (phase === 'act' ? tools.flatMap(({ sources }) => sources) : []))
