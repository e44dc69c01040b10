import type { ModelToolCall } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { cutResult } from '../prompt/tool-text'
import type { RecallRun } from '../tools/new-recall'
import type { RanTool, TurnState } from '../turn-state'
import type { OpenStep } from './step'

/**
 * Adds a step to the turn's prompt: what the model said, its calls and their results. A call that ends a round
 * of thinking has run no tool.
 */
export function addExchange(
  state: TurnState,
  { result }: OpenStep,
  ran: ReadonlyMap<ModelToolCall, RanTool>,
  recalls: readonly RecallRun[],
): void {
  for (const { recall, passages } of recalls) {
    if (recall.hits.length || recall.note) state.exchangedRecalls.push(recall.id)
    state.exchangedPassages.push(...passages.map((passage) => ({ ...passage, recallIds: [recall.id] })))
  }
  state.exchanges.push({
    text: result.text,
    ...(result.carried ? { carried: result.carried } : {}),
    calls: result.calls,
    results: result.calls.map((call) => ({
      id: call.id,
      name: call.name,
      text: cutResult(ran.get(call)?.result ?? call.problem ?? '', limits.prompt.latestResultChars),
      sources: ran.get(call)?.sources ?? [],
    })),
  })
}
