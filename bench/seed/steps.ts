import type { Candidate } from '@/lib/agent/prompt/fit'
import { DROP, type Plan, planPrompt } from '@/lib/agent/prompt/plan'
import { toolSpecs } from '@/lib/agent/tools/registry'
import { buildRole, phaseNote } from '@/lib/prompts/role'
import { limits } from '@/lib/shared/limits'
import { truncated } from '@/lib/shared/truncated'
import type { StoryTurn } from './story'

export type SeededTurn = StoryTurn & { at: Date; summary: string }
const WINDOW = limits.window.size - 1
const item = (attributes: Record<string, string | number>, text: string) => ({
  attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
  text,
})

/**
 * The prompt of a step as the agent would plan it: window, recent summaries, the files of the window, the
 * task.
 */
export function planOf(
  phase: 'think' | 'act',
  turn: SeededTurn,
  before: readonly SeededTurn[],
  countTokens: (text: string) => number,
): Plan {
  const window = before.slice(-WINDOW)
  let order = 0
  const candidate = (made: ReturnType<typeof item>, keep: number, dropStage: number | null): Candidate => ({
    item: made,
    keep,
    order: order++,
    dropStage,
  })
  return planPrompt({
    role: buildRole(false, { person: '', conversation: '' }),
    notes: { task: phaseNote(phase, phase === 'think' ? { number: 1, max: 5 } : null) },
    sections: {
      summaries: before
        .slice(-WINDOW - 14, -WINDOW)
        .map((told) => candidate(item({ turn: told.number }, told.summary), told.number, DROP.summaries)),
      window: window.flatMap((told) => [
        candidate(
          item({ turn: told.number, who: 'user' }, told.userText),
          told.number * 2 + 1,
          DROP.windowTurns,
        ),
        ...told.tools.map((tool) =>
          candidate(
            item(
              { turn: told.number, who: 'tool', name: tool.name },
              truncated(tool.result, limits.prompt.toolResultChars),
            ),
            told.number,
            DROP.windowResults,
          ),
        ),
        candidate(
          item({ turn: told.number, who: 'assistant' }, told.answer),
          told.number * 2 + 1,
          DROP.windowTurns,
        ),
      ]),
      workspace: window
        .flatMap((told) => told.touched)
        .map(({ path, content }) => candidate(item({ file: path }, content), 1, DROP.workspace)),
      task: [candidate(item({ who: 'user' }, turn.userText), 1, null)],
    },
    tools: toolSpecs({ recallScope: 'owner' }),
    exchanges: [],
    totalTokens: limits.prompt.totalTokens,
    countTokens,
  })
}
