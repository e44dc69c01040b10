import type { Failure } from '@/lib/shared/errors'
import type { ChatAnswer, ChatCall, ChatCounts, ChatEnd } from '@/lib/shared/memory/chat'
import { argumentsOf, openAiError, type ResponseHead } from './response'

type Data = Record<string, unknown>
/** An event of the Responses API, without its type and number in `data`. `last` = the answer is whole. */
export type ResponseEvent = { type: string; data: Data; last?: true } & ({ failure: Failure } | object)

const usageOf = ({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: ChatCounts) => ({
  ...{ input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  input_tokens_details: { cached_tokens: cachedTokens },
  output_tokens_details: { reasoning_tokens: reasoningTokens },
})

const CUT: Partial<Record<ChatEnd['finish'], string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

/** What is being written: its item, and the names that its events have. */
type Writing = { kind: 'thought' | 'text'; id: string; text: string }

/** The events of an answer as OpenAI sends them: each thought, text and call is an item of the output. */
export async function* eventsOf(
  { id, model, created, previous }: ResponseHead & { previous: string | null },
  answer: ChatAnswer,
): AsyncGenerator<ResponseEvent> {
  const output: Data[] = []
  const responseOf = (status: string, more: Data = {}) => ({
    ...{ id, object: 'response', created_at: created, status, model, output: [...output] },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {} },
    ...{ parallel_tool_calls: true, previous_response_id: previous, tool_choice: 'auto', tools: [] },
    ...{ temperature: null, top_p: null, usage: null, ...more },
  })
  const now: { writing: Writing | null } = { writing: null }
  const ended = (): ResponseEvent[] => {
    const { writing } = now
    if (!writing) return []
    const item = itemOf(writing, 'completed')
    const events = ending(writing, item, output.length)
    output.push(item)
    now.writing = null
    return events
  }
  yield { type: 'response.created', data: { response: responseOf('in_progress') } }
  yield { type: 'response.in_progress', data: { response: responseOf('in_progress') } }
  for await (const piece of answer) {
    if ('calls' in piece) {
      yield* ended()
      for (const call of piece.calls) {
        const item = callItem(call)
        yield* calling(item, output.length)
        output.push(item)
      }
    } else if ('end' in piece) {
      yield* ended()
      const { error, finish, counts } = piece.end
      const usage = usageOf(counts)
      if (error) {
        const { code, message } = openAiError(error).body.error
        const response = responseOf('failed', { error: { code, message }, usage })
        yield { type: 'response.failed', data: { response }, failure: error }
        return
      }
      const reason = CUT[finish]
      const response = responseOf(reason ? 'incomplete' : 'completed', {
        incomplete_details: reason ? { reason } : null,
        usage,
      })
      yield { type: `response.${response.status}`, data: { response }, last: true }
    } else {
      const [kind, delta] =
        'text' in piece ? (['text', piece.text] as const) : (['thought', piece.thought] as const)
      if (now.writing?.kind !== kind) {
        yield* ended()
        now.writing = { kind, id: `${kind === 'text' ? 'msg' : 'rs'}_${id}_${output.length}`, text: '' }
        yield* beginning(now.writing, output.length)
      }
      now.writing.text += delta
      const place = placeOf(now.writing, output.length)
      yield { type: `${namesOf(now.writing).text}.delta`, data: { ...place, delta, ...LOGPROBS[kind] } }
    }
  }
}

const LOGPROBS = { text: { logprobs: [] }, thought: {} }
const namesOf = ({ kind }: Writing) =>
  kind === 'text'
    ? { part: 'response.content_part', text: 'response.output_text' }
    : { part: 'response.reasoning_summary_part', text: 'response.reasoning_summary_text' }
const placeOf = ({ kind, id }: Writing, index: number): Data => ({
  ...{ item_id: id, output_index: index },
  ...(kind === 'text' ? { content_index: 0 } : { summary_index: 0 }),
})
const partOf = ({ kind }: Writing, text: string): Data =>
  kind === 'text'
    ? { type: 'output_text', text, annotations: [], logprobs: [] }
    : { type: 'summary_text', text }
const itemOf = (one: Writing, status: 'in_progress' | 'completed'): Data => {
  const parts = status === 'completed' ? [partOf(one, one.text)] : []
  return one.kind === 'text'
    ? { id: one.id, type: 'message', status, role: 'assistant', content: parts }
    : { id: one.id, type: 'reasoning', status, summary: parts }
}

function beginning(one: Writing, index: number): ResponseEvent[] {
  return [
    { type: 'response.output_item.added', data: { output_index: index, item: itemOf(one, 'in_progress') } },
    { type: `${namesOf(one).part}.added`, data: { ...placeOf(one, index), part: partOf(one, '') } },
  ]
}

function ending(one: Writing, item: Data, index: number): ResponseEvent[] {
  const { part, text } = namesOf(one)
  const place = placeOf(one, index)
  return [
    { type: `${text}.done`, data: { ...place, text: one.text, ...LOGPROBS[one.kind] } },
    { type: `${part}.done`, data: { ...place, part: partOf(one, one.text) } },
    { type: 'response.output_item.done', data: { output_index: index, item } },
  ]
}

const callItem = (call: ChatCall) => ({
  ...{ id: `fc_${call.id}`, type: 'function_call', status: 'completed' },
  ...{ call_id: call.id, name: call.name, arguments: argumentsOf(call) },
})
function calling(item: ReturnType<typeof callItem>, index: number): ResponseEvent[] {
  const place = { item_id: item.id, output_index: index }
  return [
    {
      type: 'response.output_item.added',
      data: { output_index: index, item: { ...item, arguments: '', status: 'in_progress' } },
    },
    { type: 'response.function_call_arguments.delta', data: { ...place, delta: item.arguments } },
    {
      type: 'response.function_call_arguments.done',
      data: { ...place, name: item.name, arguments: item.arguments },
    },
    { type: 'response.output_item.done', data: { output_index: index, item } },
  ]
}
