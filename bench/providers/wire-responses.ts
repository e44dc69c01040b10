import type { ModelReply, Reply } from './kind'
import { pieces, sse } from './wire-chat'

type Json = Record<string, unknown>
/** How a service writes Responses. */
export type ResponsesWay = {
  every?: number
  /** The last event; default `response.completed`. */
  last?: Json | null
  /** Encrypted reasoning, which must come back. */
  encrypted?: string
  edit?: (events: Json[]) => (Json | string)[]
}

const RESPONSES_USAGE: Json = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 140,
}
export const response = (more: Json = {}): Json => ({
  id: 'resp_7',
  object: 'response',
  created_at: 1_790_000_000,
  model: 'test-model',
  status: 'completed',
  output: [],
  usage: RESPONSES_USAGE,
  incomplete_details: null,
  error: null,
  ...more,
})

/** The finished output items of a reply. */
export function itemsOf(said: ModelReply, encrypted?: string): Json[] {
  return [
    ...(said.reasoning || encrypted
      ? [
          {
            type: 'reasoning',
            id: 'rs_1',
            summary: said.reasoning ? [{ type: 'summary_text', text: said.reasoning }] : [],
            ...(encrypted ? { encrypted_content: encrypted } : {}),
          },
        ]
      : []),
    ...(said.text
      ? [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: said.text, annotations: [] }],
          },
        ]
      : []),
    ...said.calls.map(({ id, name, args }, at) => ({
      type: 'function_call',
      id: `fc_${at}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
      status: 'completed',
    })),
  ]
}

function itemEvents(item: Json, output_index: number, every: number): Json[] {
  const added = (blank: Json) => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, ...blank },
  })
  const done = { type: 'response.output_item.done', output_index, item }
  const at = { item_id: item.id, output_index }
  if (item.type === 'reasoning') {
    const [part] = item.summary as { text: string }[]
    if (!part) return [added({}), done]
    const summary = { ...at, summary_index: 0 }
    return [
      added({ summary: [] }),
      { type: 'response.reasoning_summary_part.added', ...summary, part: { type: 'summary_text', text: '' } },
      ...pieces(part.text, every).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...summary,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', ...summary, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...summary, part },
      done,
    ]
  }
  if (item.type === 'message') {
    const [part] = item.content as [{ text: string }]
    const content = { ...at, content_index: 0 }
    return [
      added({ status: 'in_progress', content: [] }),
      { type: 'response.content_part.added', ...content, part: { ...part, text: '' } },
      ...pieces(part.text, every).map((delta) => ({ type: 'response.output_text.delta', ...content, delta })),
      { type: 'response.output_text.done', ...content, text: part.text },
      { type: 'response.content_part.done', ...content, part },
      done,
    ]
  }
  const args = String(item.arguments)
  return [
    added({ status: 'in_progress', arguments: '' }),
    ...pieces(args, every).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
    { type: 'response.function_call_arguments.done', ...at, name: item.name, arguments: args },
    done,
  ]
}

/** The events of a streamed reply, numbered as they are sent. */
function responsesEvents(said: ModelReply, way: ResponsesWay = {}): Json[] {
  const items = itemsOf(said, way.encrypted)
  const { every = 9, last = { type: 'response.completed', response: response({ output: items }) } } = way
  const started = response({ status: 'in_progress', usage: null })
  const events = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...items.flatMap((item, index) => itemEvents(item, index, every)),
    ...(last ? [last] : []),
  ]
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}

export const responsesFrame = (event: Json | string) =>
  typeof event === 'string' ? event : `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** A streamed reply. */
export function responses(said: ModelReply, way: ResponsesWay = {}): Reply {
  const { edit = (events) => events } = way
  return sse(edit(responsesEvents(said, way)).map(responsesFrame))
}
