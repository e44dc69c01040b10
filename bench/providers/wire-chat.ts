import type { ModelReply, Piece, Reply, Seen } from './kind'

type Json = Record<string, unknown>
/** How a service writes Chat Completions. Every field's default is OpenAI's way. */
export type ChatWay = {
  /** The field of reasoning deltas; null = reasoning is not sent. */
  reasoning?: 'reasoning_content' | 'reasoning' | null
  /** Characters in one text delta. */
  every?: number
  finish?: string | null
  usage?: Json | null
  /** Changes the events; a string is sent as it is, without `data:`. */
  edit?: (events: Json[]) => (Json | string)[]
  /** Writes one event. */
  frame?: (json: string) => string
  done?: string
  end?: Reply['end']
  /** Comes after every event. */
  pauseMs?: number
}

export const USAGE: Json = { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 }
const ID = { id: 'chatcmpl-7', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'test-model' }

export const chunk = (delta: Json, finish: string | null = null): Json => ({
  ...ID,
  choices: [{ index: 0, delta, finish_reason: finish }],
})
/** A text in pieces of so many characters; surrogate pairs stay whole. */
export const pieces = (text: string, every: number) => text.match(new RegExp(`[^]{1,${every}}`, 'gu')) ?? []

export const toolCall = ({ id, name, args }: ModelReply['calls'][number], index: number, part?: string) => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: part ?? JSON.stringify(args) },
})

function callEvents(call: ModelReply['calls'][number], index: number): Json[] {
  const text = JSON.stringify(call.args)
  const half = Math.ceil(text.length / 2)
  return [
    chunk({ tool_calls: [toolCall(call, index, text.slice(0, half))] }),
    chunk({ tool_calls: [{ index, function: { arguments: text.slice(half) } }] }),
  ]
}

const finishOf = (said: ModelReply) => (said.calls.length ? 'tool_calls' : 'stop')

/** The events of a streamed reply. */
export function chatEvents(said: ModelReply, way: ChatWay = {}): Json[] {
  const { reasoning = 'reasoning_content', every = 9, finish = finishOf(said), usage = USAGE } = way
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(reasoning ? pieces(said.reasoning, every).map((part) => chunk({ [reasoning]: part })) : []),
    ...pieces(said.text, every).map((part) => chunk({ content: part })),
    ...said.calls.flatMap(callEvents),
    ...(finish === null ? [] : [chunk({}, finish)]),
    ...(usage ? [{ ...ID, choices: [], usage }] : []),
  ]
}

export const sse = (body: Piece[], more: Partial<Reply> = {}): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  pieces: body,
  end: 'close',
  ...more,
})
const asData = (json: string) => `data: ${json}\n\n`
/** A value as one event. */
export const data = (value: unknown) => asData(JSON.stringify(value))

/** A streamed reply. */
export function chat(said: ModelReply, way: ChatWay = {}): Reply {
  const { edit = (events) => events, frame = asData, done = frame('[DONE]'), end = 'close', pauseMs } = way
  const events = edit(chatEvents(said, way)).map((event) =>
    typeof event === 'string' ? event : frame(JSON.stringify(event)),
  )
  const body = pauseMs ? events.flatMap((event): Piece[] => [event, { waitMs: pauseMs }]) : events
  return sse([...body, done], { end })
}

/** A reply as one document. */
export function chatDocument(said: ModelReply, more: Json = {}): Json {
  const { id, created, model } = ID
  const calls = said.calls.map(({ id: callId, name, args }) => ({
    id: callId,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const message = {
    role: 'assistant',
    content: said.text || null,
    ...(said.reasoning ? { reasoning_content: said.reasoning } : {}),
    ...(calls.length ? { tool_calls: calls } : {}),
  }
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, finish_reason: finishOf(said) }],
    usage: USAGE,
    ...more,
  }
}

export const document = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  pieces: [typeof body === 'string' ? body : JSON.stringify(body)],
  end: 'close',
})
export const plain = (status: number, text: string, type = 'text/plain'): Reply =>
  document(status, text, { 'content-type': type })

/** A refusal in OpenAI's form. */
export const refusal = (status: number, message: string, more: Json = {}): Reply =>
  document(status, { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } })

/** The messages of a request. */
export const messagesOf = ({ body }: Pick<Seen, 'body'>) => (body.messages ?? []) as Json[]
