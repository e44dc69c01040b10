import { gzipSync } from 'node:zlib'
import type { Kind, Reply } from '../kind'
import {
  ANSWER_ONLY,
  BOTH,
  FOREGROUND,
  fails,
  good,
  kind,
  NOTED,
  NOTES,
  RAN_BOTH,
  refusing,
  second,
  stays,
} from '../make'
import { ANSWER, says, TITLE, write } from '../script'
import { callText, passes } from '../tables'
import { type ChatWay, chat, chunk, data, document, messagesOf, refusal, sse } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const parsed = <T>(value: T, change: (json: string) => string): T => JSON.parse(change(JSON.stringify(value)))
/** A reply in packets of one byte, so that no line and no letter arrives whole. */
const byBytes = (reply: Reply): Reply => ({
  ...reply,
  pieces: [...Buffer.from(reply.pieces.join(''))].map((byte) => new Uint8Array([byte])),
})
const LETTERS = 'Das Tor ist grün – 門は緑 👩‍🌾.'
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
const REFUSAL = 'I cannot help with that gate.'
/** A reply that comes in another way. */
const sent = (name: string, change: (reply: Reply) => Partial<Reply>): Kind =>
  kind(name, {
    apis: BOTH,
    phases: NOTED,
    serve: (seen, said) => {
      const reply = good(seen, said)
      return { ...reply, ...change(reply) }
    },
  })
/** An answer that comes as it is. */
const whole = (name: string, answer: string, more: Partial<Kind> = {}): Kind =>
  stays(name, answer, { serve: good, ...more })
/** Says why its answer ended, and then neither ends the stream nor closes the connection. */
const staysOpen = (name: string, way: ChatWay, more: Partial<Kind> = {}): Kind =>
  kind(`stays open after its answer: ${name}`, {
    phases: ANSWER_ONLY,
    serve: (_, said) => chat(said, { done: '', end: 'hang', ...way }),
    ...more,
  })
const toolUseFailed = (generation: string): Reply =>
  refusal(
    400,
    "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    { code: 'tool_use_failed', failed_generation: generation },
  )

const replies: Kind[] = [
  sent('gzip, asked or not', ({ headers, pieces }) => ({
    headers: { ...headers, 'content-encoding': 'gzip' },
    pieces: [gzipSync(pieces.join(''))],
  })),
  sent('content-type with a charset', () => ({
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  })),
  sent('no content-type', () => ({ headers: {} })),
  whole('every byte in a packet of its own', LETTERS, {
    serve: ({ api }, said) => byBytes(api === 'chat' ? chat(said, { usage: null }) : responses(said)),
  }),
  // Escaped as JSON in ASCII, one half of a pair in each event.
  whole('escaped letters, pairs in two events', LETTERS, {
    apis: ['chat'],
    serve: (_, { text }) =>
      sse([
        ...Array.from({ length: text.length }, (_, at) =>
          data(chunk({ content: '@' })).replace('@', () => escaped(text[at] ?? '')),
        ),
        data(chunk({}, 'stop')),
        'data: [DONE]\n\n',
      ]),
  }),
  whole('line separators within the text', 'One\u2028two\u2029three.'),
  whole('a refusal of the model, as its own field', REFUSAL, {
    serve: ({ api }, said) =>
      api === 'chat'
        ? sse([
            data(chunk({ role: 'assistant', content: null, refusal: '' })),
            data(chunk({ refusal: said.text })),
            data(chunk({}, 'stop')),
            'data: [DONE]\n\n',
          ])
        : responses(said, {
            edit: (events) =>
              events.map((event) =>
                parsed(event, (json) =>
                  json
                    .replaceAll('"type":"output_text","text":', '"type":"refusal","refusal":')
                    .replace('response.output_text.delta', 'response.refusal.delta')
                    .replace(
                      /"response\.output_text\.done"(.*)"text":/,
                      '"response.refusal.done"$1"refusal":',
                    ),
                ),
              ),
          }),
    // It is what the model says to the person, who may be told that it is a refusal.
    expect: { answer: REFUSAL, notice: /^/, tools: [], reasoning: '', mostRequests: 1 },
  }),
  staysOpen('without a mark', {}),
  staysOpen('without a mark, after a report of usage', {
    usage: { prompt_tokens: 120, completion_tokens: 20 },
  }),
  staysOpen('with comments', { done: ': ping\n\n'.repeat(3) }),
  staysOpen(
    'Responses',
    {},
    { apis: ['responses'], serve: (_, said) => ({ ...responses(said), end: 'hang' }) },
  ),
  kind('nothing after a tool result, and then an answer', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: (seen, said) => good(seen, seen.earlier.length === 1 ? says('') : said),
    expect: { mostRequests: 3 },
  }),
  whole('nothing at first, from a model whose roles must alternate', ANSWER, {
    apis: ['chat'],
    serve: (seen, said) => {
      const roles = messagesOf(seen).map(({ role }) => role)
      if (roles.some((role, at) => role === 'user' && roles[at - 1] === 'user'))
        return document(400, {
          object: 'error',
          message: 'Conversation roles must alternate user/assistant/user/assistant/...',
          ...{ type: 'BadRequestError', param: null, code: 400 },
        })
      return chat(seen.earlier.length === 0 ? says('') : said)
    },
    expect: { tools: [], reasoning: '', mostRequests: 3 },
  }),
  kind('Groq: a tool call that it could not parse', {
    phases: FOREGROUND,
    serve: (seen, said) =>
      seen.earlier.length === 0 ? toolUseFailed(callText(said.calls[0] ?? write, GROQ_CALL)) : chat(said),
    unlearned: true,
    requests: (bodies) =>
      bodies.every(({ tools }) => Array.isArray(tools)) ? [] : ['a request came without tools'],
    expect: { mostRequests: 3, reasoning: /^(The gate was painted in May\.)?$/ },
  }),
  passes('tool_use_failed of Groq', (_, said) =>
    toolUseFailed(`<function=${said.calls[0]?.name}>{bad</function>`),
  ),
  passes('a gateway repeats the request', ({ body }) =>
    document(503, {
      detail: [{ type: 'value_error', loc: ['body'], msg: 'Upstream is busy', input: body }],
      request: 'A context window of 512 tokens maximum',
    }),
  ),
  kind('a connection that is reset at once', {
    apis: BOTH,
    phases: NOTED,
    serve: (seen, said) => (seen.earlier.length < 1 ? sse([], { end: 'reset' }) : good(seen, said)),
    expect: (phase) => ({ mostRequests: phase === 'answer' ? 3 : 2 }),
  }),
]
const GROQ_CALL = '<function=%name=%args</function>'

/** The wanted JSON, written in another way. */
const asJson = (name: string, form: (json: string) => string, more: Partial<Kind> = {}): Kind =>
  kind(`notes: ${name}`, {
    apis: BOTH,
    phases: NOTES,
    serve: (seen, said) => good(seen, { ...said, text: form(said.text) }),
    // One repair is fair; its answer has the same form.
    expect: { mostRequests: 2 },
    ...more,
  })
const withFields = (fields: Json) => (json: string) =>
  JSON.stringify({ ...(JSON.parse(json) as Json), ...fields })

const notes: Kind[] = [
  asJson('in a code fence', (json) => `\`\`\`json\n${json}\n\`\`\``),
  asJson('after a sentence', (json) => `Here is the JSON:\n\n${json}\n\nLet me know!`),
  asJson('in a list', (json) => `[${json}]`),
  asJson('under the name of the schema', (json) => `{"turn_notes":${json}}`),
  asJson('as a text of JSON', (json) => JSON.stringify(json)),
  asJson('with a comma at the end', (json) => json.replace(/\}$/, ',}')),
  asJson('with fields that were not asked for', withFields({ thoughts: 'x', confidence: 1 })),
  asJson('as a call of a tool named json', String, {
    apis: ['chat'],
    serve: (_, said) =>
      chat(says('', { calls: [{ id: 'call_j', name: 'json_tool_call', args: JSON.parse(said.text) }] })),
  }),
  asJson('with null where a list belongs', withFields({ insights: null })),
  asJson(
    'longer than asked',
    withFields({ insights: Array.from({ length: 25 }, (_, at) => `Insight ${at}.`) }),
  ),
  asJson('the wrong JSON at first', String, {
    serve: (seen, said) => good(seen, seen.earlier.length ? said : { ...said, text: '{"answer": "green"}' }),
  }),
  asJson('the title without quotes', withFields({ title: `"${TITLE}."` })),
]

/** Words of JSON schemas in the tools or the response format of a request. */
const hasSchema = (body: Json, words: RegExp) =>
  words.test(JSON.stringify([body.tools ?? [], body.response_format ?? {}]))
const NO_MAX_TOKENS =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."

const refusals: Kind[] = [
  refusing(
    'Gemini: words of JSON schema that it does not know',
    ({ body }) => hasSchema(body, /"(\$schema|additionalProperties|exclusiveMinimum|propertyNames|const)":/),
    () =>
      document(400, [
        {
          error: {
            code: 400,
            message: `Invalid JSON payload received. Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
            status: 'INVALID_ARGUMENT',
            details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] }],
          },
        },
      ]),
  ),
  refusing(
    'llama.cpp: a schema that gives no grammar',
    ({ body }) => hasSchema(body, /"json_schema"/),
    () =>
      document(400, {
        error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' },
      }),
    { phases: NOTES },
  ),
  refusing(
    'xAI: stop, presence and frequency are not for reasoning models',
    ({ body }) =>
      ['stop', 'presence_penalty', 'frequency_penalty', 'seed', 'logit_bias'].some((name) => name in body),
    () =>
      document(400, {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: presencePenalty',
      }),
  ),
  refusing(
    'refuses max_tokens',
    ({ body }) => body.max_tokens !== undefined,
    () => refusal(400, NO_MAX_TOKENS, { param: 'max_tokens', code: 'unsupported_parameter' }),
    {
      requests: (bodies) =>
        bodies.slice(1).every((body) => body.max_completion_tokens !== undefined)
          ? []
          : ['max_completion_tokens was not used'],
    },
  ),
  refusing(
    'refuses two things, one after the other',
    ({ body }) => body.stream_options !== undefined || body.max_tokens !== undefined,
    ({ body }) =>
      refusal(
        400,
        body.stream_options !== undefined
          ? 'Unrecognized request argument supplied: stream_options'
          : NO_MAX_TOKENS,
      ),
    { expect: (phase) => ({ mostRequests: phase === 'notes' ? 3 : 4 }) },
  ),
  refusing(
    'refuses two calls in one message',
    ({ body }) =>
      messagesOf({ body }).some(({ tool_calls }) => Array.isArray(tool_calls) && tool_calls.length > 1),
    () => refusal(500, 'This model only supports single tool-calls at once!'),
    {
      phases: ANSWER_ONLY,
      says: () => [says('', { calls: [write, second] }), says(ANSWER)],
      expect: { tools: RAN_BOTH, reasoning: '' },
    },
  ),
  kind('a refusal of nothing that can be left out', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: () => refusal(400, 'This organization has been disabled.'),
    expect: fails(/This organization has been disabled/, 1),
  }),
]

export const replyKinds: Kind[] = [...replies, ...notes, ...refusals]
