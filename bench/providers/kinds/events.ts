import type { Kind } from '../kind'
import { ALL, ANSWER_ONLY, FOREGROUND, kind, NOTED, RAN_BOTH, second, writtenResponses } from '../make'
import { ANSWER, REASONING, says, write } from '../script'
import { chat, chatDocument, chatEvents, chunk, data, document, plain, sse, toolCall } from '../wire-chat'
import { itemsOf, type ResponsesWay, response } from '../wire-responses'
import { bare, beforeEnd } from './edits'

type Json = Record<string, unknown>
const events = (change: (event: Json) => Json): ResponsesWay => ({ edit: (all) => all.map(change) })
/** Without the events whose type has this. */
const not = (type: RegExp): ResponsesWay => ({
  edit: (all) => all.filter((event) => !type.test(String(event.type))),
})

/** Each is written in its own way, and everything comes out as usual. */
const WAYS: Record<string, ResponsesWay> = {
  'unknown event types': {
    edit: (all) =>
      all.flatMap((event) => [
        { type: 'keepalive', sequence_number: 3 },
        event,
        { type: 'response.x.y', a: [1] },
      ]),
  },
  'arguments only in the done events': not(/arguments\.delta$/),
  'arguments without their done event': not(/arguments\.done$/),
  'text only in response.completed': { edit: (all) => [all[0] ?? {}, all.at(-1) ?? {}] },
  'text only in the done events': not(/\.delta$/),
  'no content parts, no created event': not(/created|in_progress|_part\.|text\.done/),
  'event lines missing and [DONE] at the end': {
    edit: (all) => [...all.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'],
  },
  'reasoning as reasoning_text': events((event) => ({
    ...event,
    type: String(event.type).replace(/reasoning_summary_(text|part)/, 'reasoning_$1'),
    ...('summary_index' in event ? { content_index: 0 } : {}),
  })),
  'response.completed without usage and output': {
    last: { type: 'response.completed', response: { id: 'r', status: 'completed' } },
  },
  'null for fields that are left out': events((event) => ({
    logprobs: null,
    obfuscation: null,
    item_id: null,
    ...event,
  })),
  'reasoning summary': {},
}

/** Two calls, written event by event. */
const twoCalls = (name: string, made: Json[]): Kind =>
  kind(name, {
    phases: ANSWER_ONLY,
    says: () => [says('', { calls: [write, second] }), says(ANSWER)],
    serve: (_, said) =>
      said.calls.length
        ? chat(
            { ...said, calls: [] },
            { finish: 'tool_calls', edit: ([first = {}, ...rest]) => [first, ...made, ...rest] },
          )
        : chat(said),
    expect: { tools: RAN_BOTH, reasoning: '' },
  })

const part = (index: number, call: typeof write | null, args: string): Json => {
  const head = call ? { id: call.id, type: 'function' } : {}
  const name = call ? { name: call.name } : {}
  return chunk({ tool_calls: [{ index, ...head, function: { ...name, arguments: args } }] })
}

const [one, two] = [JSON.stringify(write.args), JSON.stringify(second.args)]

export const chatEventKinds: Kind[] = [
  kind('a whole document instead of a stream', {
    phases: ALL,
    serve: (_, said) => document(200, chatDocument(said)),
  }),
  kind('a whole document as the only event', {
    phases: ALL,
    serve: (_, said) => plain(200, `${data(chatDocument(said))}data: [DONE]\n\n`, 'text/event-stream'),
  }),
  kind('a stream that says it is JSON', {
    phases: ALL,
    serve: (_, said) => ({ ...chat(said), headers: { 'content-type': 'application/json' } }),
  }),
  twoCalls('two calls with the same index', [bare(toolCall(write, 0)), bare(toolCall(second, 0))]),
  twoCalls('two calls with the same index, in parts', [
    part(0, write, one.slice(0, 10)),
    part(0, null, one.slice(10)),
    part(0, second, two.slice(0, 10)),
    part(0, null, two.slice(10)),
  ]),
  twoCalls('two calls with parts in turn', [
    part(0, write, ''),
    part(1, second, ''),
    part(0, null, one.slice(0, 10)),
    part(1, null, two.slice(0, 10)),
    part(1, null, two.slice(10)),
    part(0, null, one.slice(10)),
  ]),
  twoCalls('two calls with the same id', [
    bare(toolCall({ ...write, id: 'call_0' }, 0)),
    bare(toolCall({ ...second, id: 'call_0' }, 1)),
  ]),
  twoCalls('two calls without id and index', [
    bare({ function: { name: write.name, arguments: one } }),
    bare({ function: { name: second.name, arguments: two } }),
  ]),
  twoCalls('two calls, indexes with a gap', [bare(toolCall(write, 1)), bare(toolCall(second, 4))]),
  twoCalls('two whole arguments under one index and id', [
    bare(toolCall(write, 0)),
    bare({ index: 0, function: { arguments: two } }),
  ]),
  kind('legacy function_call', {
    phases: FOREGROUND,
    serve(_, said) {
      const [call] = said.calls
      if (!call) return chat(said)
      const parts = [{ name: call.name, arguments: '' }, { arguments: JSON.stringify(call.args) }]
      const way = beforeEnd(...parts.map((function_call) => chunk({ function_call })))
      return chat({ ...said, calls: [] }, { finish: 'function_call', ...way })
    },
  }),
  kind('digits as JSON numbers', {
    phases: ANSWER_ONLY,
    says: () => [says('The gate is 6 m wide, 12 m long.')],
    serve: (_, said) =>
      chat(said, {
        edit: (all) => [
          all[0] ?? {},
          ...(said.text.match(/\d+|\D+/g) ?? []).map((part) =>
            chunk({ content: /^\d/.test(part) ? Number(part) : part }),
          ),
          ...all.slice(-2),
        ],
      }),
    expect: { answer: 'The gate is 6 m wide, 12 m long.', tools: [], reasoning: '' },
  }),
  kind('the whole reply as events without delta text, and a usage-only end', {
    phases: NOTED,
    serve(_, said) {
      const end = { id: 'v0', object: 'chat.completion.chunk', created: 1_752_978_879_176, model: 'm' }
      const sent = chatEvents(said).map((event) => (event.usage ? { ...end, usage: event.usage } : event))
      return sse([...sent.map(data), 'data: [DONE]\n\n'])
    },
  }),
  kind('the reasoning goes on after the first words', {
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER, { reasoning: REASONING })],
    serve: (_, said) => chat(said, beforeEnd(chunk({ reasoning_content: ' It dried by June.' }))),
    expect: { tools: [], reasoning: /^The gate was painted in May\.\s*It dried by June\.$/ },
  }),
  kind('words after the tool call', {
    phases: ANSWER_ONLY,
    serve: (_, said) =>
      said.calls.length ? chat(said, beforeEnd(chunk({ content: 'I write it down.' }))) : chat(said),
    expect: { answer: /^I write it down\.\s+The gate is painted \*\*green\*\*\.$/ },
  }),
  kind('a vLLM stream that says it is OpenAI’s and has no id', {
    phases: NOTED,
    serve(_, said) {
      const sent = chatEvents(said).map(({ choices, usage }) => ({
        ...{ object: 'chat.completion', choices },
        ...(usage ? { usage } : {}),
      }))
      return sse([...sent.map(data), 'data: [DONE]\n\n'])
    },
  }),
  kind('notes that are no errors, between the words', {
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER)],
    serve(_, said) {
      const errors = [{}, 0, '', { message: '', code: 0 }, 'null']
      return chat(said, {
        edit: (all) => [
          { message: 'processing' },
          { detail: 'keepalive' },
          ...all.map((event, at) => ({ ...event, error: errors[at % errors.length] })),
          { base_resp: { status_code: '0', status_msg: 'success' }, choices: [] },
        ],
      })
    },
    expect: { tools: [], reasoning: '' },
  }),
  kind('the whole message after its deltas', {
    phases: FOREGROUND,
    serve(_, said) {
      const message = { role: 'assistant', content: said.text, reasoning_content: said.reasoning }
      const finish_reason = said.calls.length ? 'tool_calls' : 'stop'
      const whole = { choices: [{ index: 0, message, finish_reason }] }
      return chat(said, { finish: null, edit: (all) => [...all, whole] })
    },
  }),
]

export const responsesEventKinds: Kind[] = [
  ...Object.entries(WAYS).map(([name, way]) => writtenResponses(name, way)),
  ...['item_id', 'output_index', 'sequence_number', 'content_index', 'summary_index'].map((field) =>
    writtenResponses(
      `no ${field}`,
      events((event) => ({ ...event, [field]: undefined })),
    ),
  ),
  kind('a whole response instead of a stream', {
    apis: ['responses'],
    phases: ALL,
    serve: (_, said) => document(200, response({ output: itemsOf(said) })),
  }),
  writtenResponses(
    'a function call without call_id',
    events((event) =>
      JSON.parse(JSON.stringify(event, (key, value) => (key === 'call_id' ? undefined : value))),
    ),
    { phases: FOREGROUND },
  ),
  writtenResponses(
    'function calls only in response.completed',
    {
      edit: (all) =>
        all.filter(({ type, item }) => !/function_call/.test(`${type} ${(item as Json | undefined)?.type}`)),
    },
    { phases: FOREGROUND },
  ),
]
