import { blobOf } from '@/lib/db/engine/blobs'
import { NO_PROMPT, type StepRecord } from '@/lib/db/turns/steps'
import type { ModelResult } from '@/lib/model/types'
import type { Source } from '@/lib/shared/memory/source'
import type { ToolCall } from '@/lib/shared/turn/events'

/** What the caller knows about a step. Fields that it omits do not apply. */
type Known = Pick<StepRecord, 'id' | 'turnId' | 'attempt' | 'index' | 'phase' | 'role' | 'startedAt'> &
  Partial<Omit<StepRecord, 'tools'>> & { tools?: (ToolCall & { sources?: Source[] })[] }
type Reply = Omit<ModelResult, 'aborted' | 'finish'> & { finish: string }

/** The ledger row of one model call: a step of a turn, a job's call, or the recovery of a lost step. */
export function stepRecord(known: Known, reply: Reply, countTokens: (text: string) => number): StepRecord {
  const { tools = [], blobs = [], sections = [], text = reply.text } = known
  const results = tools.map((tool) => blobOf(tool.result, countTokens(tool.result)))
  const calls = reply.calls.reduce((sum, call) => sum + countTokens(JSON.stringify(call.args ?? '')), 0)
  const estInputTokens = sections.reduce((sum, section) => sum + section.tokens, 0)
  const estOutputTokens = countTokens(reply.text + reply.reasoning) + calls
  const { usage } = reply
  return {
    round: null,
    promptVersion: '',
    manifest: NO_PROMPT,
    decision: null,
    retries: [],
    notices: reply.notices ?? [],
    ...known,
    provider: reply.provider,
    model: reply.model,
    blobs: [...blobs, ...results],
    sections,
    text,
    reasoning: reply.reasoning,
    finish: reply.finish,
    error: reply.error,
    // What was not reported is shown as it is stored, so that a figure is the same before and after a reload.
    usage: usage.estimated ? { ...usage, inputTokens: estInputTokens, outputTokens: estOutputTokens } : usage,
    estInputTokens,
    estOutputTokens,
    tries: reply.tries,
    tools: tools.map((tool, i) => ({ ...tool, resultHash: results[i]?.hash ?? '' })),
    firstMs: reply.firstMs,
    totalMs: reply.totalMs,
  }
}
