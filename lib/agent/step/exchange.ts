import type { ModelToolCall } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { truncated } from '@/lib/shared/truncated'
import type { ToolsRun } from '../tools/run-tools'
import type { TurnState } from '../turn-state'
import type { OpenStep } from './step'

/**
 * Adds a step to the turn's prompt: what the model said, its calls and their results. `ran` = the calls that ran
 * tools, in the order of these; one that ends a round of thinking did not.
 */
export function addExchange(
  state: TurnState,
  { result, said }: OpenStep,
  ran: readonly ModelToolCall[],
  { tools, recalls, outside }: ToolsRun,
): void {
  if (outside) state.readOutside = true
  for (const { recall, passages } of recalls) {
    if (recall.hits.length || recall.note) state.exchangedRecalls.push(recall.id)
    state.exchangedPassages.push(...passages.map((passage) => ({ ...passage, recallIds: [recall.id] })))
  }
  state.exchanges.push({
    text: said,
    ...(result.carried ? { carried: result.carried } : {}),
    calls: result.calls,
    results: result.calls.map((call) => {
      const tool = tools[ran.indexOf(call)]
      const text = truncated(tool?.result ?? call.problem ?? '', limits.prompt.stepResultChars)
      return { id: call.id, name: call.name, text, sources: tool?.sources ?? [] }
    }),
  })
}
