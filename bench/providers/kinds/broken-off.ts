import type { Kind, Outcome, Phase, Reply } from '../kind'
import { ANSWER_ONLY, answersAtOnce, BOTH, fails, kind, NOTED } from '../make'
import { ANSWER, TEXT_ONLY } from '../script'
import { chat, chatEvents, chunk, data, sse, toolCall } from '../wire-chat'
import { response, responses, responsesFrame } from '../wire-responses'

const WORDS = 'Worker local total request limit reached (33/32)'
const REACHED = /request limit reached/
/** The answer is cut in two, and the first half arrives. */
const HALF = ANSWER.slice(0, 8)
const half = { ...TEXT_ONLY[0], text: HALF, reasoning: '', calls: [] }
const nothing = { ...half, text: '' }

/** A failed answer keeps its words. Notes of the turn are made without the model. */
const failedWith =
  (failure: RegExp, kept = HALF) =>
  (phase: Phase): Partial<Outcome> =>
    phase === 'notes' ? { note: null, mostRequests: 4 } : fails(failure, kept ? 1 : 4, kept)
const keeps = (notice: RegExp): Kind['expect'] => ({ answer: HALF, tools: [], reasoning: null, notice })

/** Half an answer, these events, and the end mark. */
const halfThen = (...events: object[]): Reply =>
  sse([...chatEvents(half, { finish: null, usage: null }).map(data), ...events.map(data), 'data: [DONE]\n\n'])
const nothingThen = (...events: object[]): Reply =>
  sse([data(chunk({ role: 'assistant', content: '' })), ...events.map(data), 'data: [DONE]\n\n'])

const broken = (name: string, serve: Kind['serve'], more: Partial<Kind>): Kind =>
  kind(name, { ...answersAtOnce, phases: NOTED, serve, ...more })
const after = (name: string, event: object, failure = REACHED): Kind[] => [
  broken(`${name}, after text`, () => halfThen(event), { expect: failedWith(failure) }),
  broken(`${name}, without text`, () => nothingThen(event), { expect: failedWith(failure, '') }),
]

/** Nobody knows whether an answer with an unknown end is whole, so it is not called complete. */
const ends = (finish: string): Kind[] =>
  after(`finish_reason ${finish}`, chunk({}, finish), new RegExp(finish.replaceAll('_', '.')))
/** These are other names of `stop`. */
const stops = (finish: string): Kind =>
  kind(`finish_reason ${finish} means stop`, { phases: NOTED, serve: (_, said) => chat(said, { finish }) })

/** Over Responses, with another last event. */
const failed = { status: 'failed', error: { code: 'server_error', message: WORDS } }
const last = (type: string, more: object) => ({ last: { type, response: response({ ...more }) } })
const incomplete = (reason: string, expect: Kind['expect']): Kind =>
  broken(
    `response.incomplete for ${reason}`,
    () =>
      responses(half, last('response.incomplete', { status: 'incomplete', incomplete_details: { reason } })),
    { apis: ['responses'], phases: ANSWER_ONLY, expect },
  )
const errorEvent = (form: string, event: Record<string, unknown>): Kind =>
  broken(
    `an error event in the middle, ${form}`,
    () => responses(half, { last: null, edit: (events) => [...events, responsesFrame(event)] }),
    { apis: ['responses'], expect: failedWith(REACHED) },
  )

export const brokenOff: Kind[] = [
  ...after('top-level error with finish_reason error', {
    ...chunk({ content: '' }, 'error'),
    error: { code: 502, message: WORDS, metadata: { error_type: 'provider_unavailable' } },
  }),
  ...after('top-level error with empty choices', {
    ...{ id: 'gen-1', object: 'chat.completion.chunk', choices: [], error: { code: 502, message: WORDS } },
  }),
  ...after('error inside the choice', {
    choices: [
      {
        ...{ index: 0, delta: { role: 'assistant', content: '' } },
        ...{ finish_reason: 'error', native_finish_reason: 'error' },
        error: { message: WORDS, code: 502, metadata: { provider_name: 'DeepInfra' } },
      },
    ],
  }),
  ...after(
    'an error event with a text',
    { error: 'an error was encountered while running the model: unexpected EOF' },
    /unexpected EOF/,
  ),
  ...after('a vLLM error object in the stream', {
    object: 'error',
    message: WORDS,
    type: 'InternalServerError',
    param: null,
    code: 500,
  }),
  ...ends('error'),
  ...ends('abort'),
  ...ends('insufficient_system_resource'),
  ...ends('MALFORMED_FUNCTION_CALL'),
  ...ends('something_new'),
  stops('eos'),
  stops('eos_token'),
  stops('STOP'),
  stops('end_turn'),
  stops('stop_sequence'),
  broken('finish_reason content_filter, after text', () => halfThen(chunk({}, 'content_filter')), {
    phases: ANSWER_ONLY,
    expect: keeps(/content filter/),
  }),
  broken('finish_reason content_filter, without text', () => nothingThen(chunk({}, 'content_filter')), {
    phases: ANSWER_ONLY,
    expect: failedWith(/content filter/, ''),
  }),
  broken('finish_reason length, after text', () => halfThen(chunk({}, 'length')), {
    phases: ANSWER_ONLY,
    expect: keeps(/reached its own limit/),
  }),
  kind('an error after the whole tool call', {
    phases: ANSWER_ONLY,
    serve: (_, said) =>
      said.calls.length
        ? sse([
            data(chunk({ tool_calls: said.calls.map((call, at) => toolCall(call, at)) })),
            data({ ...chunk({}, 'error'), error: { code: 502, message: WORDS } }),
            'data: [DONE]\n\n',
          ])
        : chat(said),
    // A call of a failed reply does not run: it may be half of what was meant.
    expect: fails(REACHED),
  }),
  broken('response.failed', () => responses(half, last('response.failed', failed)), {
    apis: ['responses'],
    expect: failedWith(REACHED),
  }),
  broken('response.failed at once', () => responses(nothing, last('response.failed', failed)), {
    apis: ['responses'],
    expect: failedWith(REACHED, ''),
  }),
  incomplete('max_output_tokens', keeps(/reached its own limit/)),
  incomplete('content_filter', keeps(/content filter/)),
  incomplete('node_preempted', failedWith(/node.preempted/)),
  errorEvent('flat', {
    type: 'error',
    code: 'server_error',
    message: WORDS,
    param: null,
    sequence_number: 9,
  }),
  errorEvent('nested', {
    ...{ type: 'error', error: { type: 'server_error', code: null, message: WORDS, param: null } },
  }),
  errorEvent('without a type', { error: { message: WORDS, type: 'server_error' } }),
  broken(
    'the connection closes in the middle',
    ({ api }) =>
      api === 'chat' ? chat(half, { finish: null, usage: null, done: '' }) : responses(half, { last: null }),
    { apis: BOTH, expect: failedWith(/stopped mid-answer/) },
  ),
]
