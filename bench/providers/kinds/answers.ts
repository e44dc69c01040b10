import { gzipSync } from 'node:zlib'
import type { Kind, ModelReply, Reply } from '../kind'
import {
  ALL,
  ANSWER_ONLY,
  BOTH,
  called,
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
  written,
} from '../make'
import { ANSWER, ARGS, RAN, REASONING, says, TITLE, write } from '../script'
import { callText, passes, textCall } from '../tables'
import {
  type ChatWay,
  chat,
  chunk,
  data,
  document,
  messagesOf,
  pieces,
  refusal,
  sse,
  toolCall,
} from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const EMPTY_ANSWER = fails(/empty|no answer|wrote/)
const OWN_MODELS = 'own: models without JSON mode'
const parsed = <T>(value: T, change: (json: string) => string): T => JSON.parse(change(JSON.stringify(value)))

/** Mistral's content as a list of parts. */
const mistralParts =
  (deltas: (said: ModelReply) => unknown[]): Kind['serve'] =>
  (_, said) =>
    chat(
      { ...said, text: '', reasoning: '' },
      {
        edit: ([first = {}, ...rest]) => [
          first,
          ...deltas(said).map((content) => chunk({ content })),
          ...rest,
        ],
      },
    )
const thinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }]
const asText = (text: string) => [{ type: 'text', text }]
const MISTRAL = 'https://docs.mistral.ai/capabilities/reasoning/'
const INTERLEAVED =
  'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#interleaved-thinking'
/** Changes every delta with reasoning. */
const reasoningDeltas = (change: (text: string, delta: Json) => Json): ChatWay => ({
  edit: (events) =>
    JSON.parse(JSON.stringify(events), (key, value) =>
      key === 'delta' && value?.reasoning_content ? change(value.reasoning_content, value) : value,
    ),
})

const thoughts: Kind[] = [
  kind('Mistral: thinking as parts, then text', MISTRAL, {
    phases: ALL,
    serve: mistralParts(({ reasoning, text }) => [...pieces(reasoning, 9).map(thinking), ...pieces(text, 9)]),
  }),
  kind('Mistral: thinking and text as parts', MISTRAL, {
    phases: ALL,
    serve: mistralParts(({ reasoning, text }) => [
      ...pieces(reasoning, 9).map(thinking),
      ...pieces(text, 9).map(asText),
    ]),
  }),
  kind('Mistral: all parts in one event', MISTRAL, {
    phases: ALL,
    serve: mistralParts(({ reasoning, text }) => [
      [
        ...(reasoning ? thinking(reasoning) : []),
        ...(text ? asText(text) : []),
        { type: 'reference', reference_ids: [1] },
      ],
    ]),
  }),
  kind(
    'thinking as a text of its part',
    'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/protocol.py',
    {
      phases: ANSWER_ONLY,
      serve: mistralParts(({ reasoning, text }) => [
        ...pieces(reasoning, 9).map((part) => [{ type: 'thinking', thinking: part }]),
        ...pieces(text, 9).map(asText),
      ]),
    },
  ),
  written('reasoning_content', 'https://api-docs.deepseek.com/guides/thinking_mode', {}),
  written('reasoning', 'https://openrouter.ai/docs/use-cases/reasoning-tokens', { reasoning: 'reasoning' }),
  written(
    'reasoning and reasoning_content alike',
    'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
    reasoningDeltas((reasoning, delta) => ({ ...delta, reasoning })),
  ),
  written(
    'only reasoning_details',
    'https://openrouter.ai/docs/use-cases/reasoning-tokens#reasoning_details-array-structure',
    reasoningDeltas((text, { reasoning_content: _, ...rest }) => ({
      ...rest,
      reasoning_details: [{ type: 'reasoning.text', text, format: null, index: 0 }],
    })),
  ),
  ...[1, 7].map((every) =>
    kind(`an empty <think>, in pieces of ${every}`, 'https://qwenlm.github.io/blog/qwen3/', {
      apis: BOTH,
      phases: every === 7 ? ALL : ANSWER_ONLY,
      serve: (seen, said) => {
        const text = said.reasoning ? `<think>\n\n</think>\n\n${said.text}` : said.text
        return good(seen, { ...said, text, reasoning: '' }, { every })
      },
      expect: { reasoning: '' },
    }),
  ),
  kind(
    'two thoughts',
    'https://github.com/open-webui/open-webui/blob/main/backend/open_webui/utils/middleware.py',
    {
      apis: BOTH,
      phases: ALL,
      serve: (seen, { reasoning, ...said }) => {
        const [one, two] = [reasoning.slice(0, 9), reasoning.slice(9)]
        const text = reasoning ? `<think>${one}</think><think>${two}</think>${said.text}` : said.text
        return good(seen, { ...said, text, reasoning: '' }, { every: 7 })
      },
      expect: (phase) => (phase === 'notes' ? {} : { reasoning: /^The gate\s+was painted in May\.$/ }),
    },
  ),
  // All of it was reasoning, so there is no answer.
  kind('an opened <think> that never closes', 'langgenius/dify-plugin-sdks#213', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says(`<think>${REASONING}`)],
    expect: EMPTY_ANSWER,
  }),
  // Thoughts are no answer, and an empty answer is not complete.
  kind(
    'the answer in the reasoning field alone',
    'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
    { phases: ANSWER_ONLY, says: () => [says('', { reasoning: REASONING })], expect: EMPTY_ANSWER },
  ),
  kind('reasoning in both the field and the text', 'own: gateways that add a field and keep the text', {
    phases: NOTED,
    serve: (_, said) =>
      chat({ ...said, text: said.reasoning ? `<think>${said.reasoning}</think>${said.text}` : said.text }),
    expect: (phase) => (phase === 'answer' ? { reasoning: new RegExp(REASONING) } : {}),
  }),
  kind('reasoning after the first words', INTERLEAVED, {
    phases: ANSWER_ONLY,
    says: () => [says(`Wait.\n\n<think>${REASONING}</think>\n\n${ANSWER}`)],
    serve: (_, said) => chat(said, { every: 4 }),
    // A block of its own on a line of its own is no quotation.
    expect: { answer: /^Wait\.\s+The gate is painted \*\*green\*\*\.$/, reasoning: REASONING, tools: [] },
  }),
  kind('harmony: only the analysis is marked', 'ggml-org/llama.cpp#15181', {
    apis: BOTH,
    phases: ALL,
    serve: (seen, { reasoning, ...said }) => {
      const text = reasoning ? `<|channel|>analysis<|message|>${reasoning}<|end|>${said.text}` : said.text
      return good(seen, { ...said, text, reasoning: '' }, { every: 7 })
    },
  }),
  // Nobody knows which tool is meant, and no mark of the format reaches the person.
  kind('harmony: a call in the commentary without a recipient', 'NVIDIA/TensorRT-LLM#9256', {
    phases: ANSWER_ONLY,
    says: () => [says(`<|channel|>commentary<|message|>${JSON.stringify(ARGS)}<|end|>`)],
    serve: (_, said) => chat(said, { every: 6 }),
    expect: EMPTY_ANSWER,
  }),
]

const TAGGED = '<tool_call>%call</tool_call>'
const VLLM = 'https://docs.vllm.ai/en/latest/features/tool_calling.html'
/** A call in tags that cannot run: the model is told, and nobody else. */
const failing = (name: string, text: string, call: { name: string; args: unknown }): Kind =>
  stays(
    `a call in tags ${name}`,
    'own: a model without tools of its server writes what it was trained on',
    ANSWER,
    {
      says: () => [says(`I look.\n${text}`), says(ANSWER)],
      expect: { answer: `I look.\n\n${ANSWER}`, reasoning: '', tools: [{ ...call, ok: false }] },
    },
  )
/** The arguments of the call, written in another way. */
const raw = (name: string, source: string, form: (json: string) => unknown, more: Partial<Kind> = {}): Kind =>
  kind(name, source, {
    phases: ANSWER_ONLY,
    serve(_, said) {
      if (!said.calls.length) return chat(said)
      const tool_calls = said.calls.map((call, at) => {
        const { function: own, ...rest } = toolCall(call, at)
        return { ...rest, function: { ...own, arguments: form(own.arguments) } }
      })
      const edit: ChatWay['edit'] = (all) => [...all.slice(0, -2), chunk({ tool_calls }), ...all.slice(-2)]
      return chat({ ...said, calls: [] }, { finish: 'tool_calls', edit })
    },
    ...more,
  })
const callsIn = (body: Json) =>
  messagesOf({ body })
    .flatMap(({ tool_calls }) => (tool_calls ?? []) as { id: string }[])
    .map(({ id }) => id)
const answeredIn = (body: Json) =>
  messagesOf({ body }).flatMap(({ role, tool_call_id }) => (role === 'tool' ? [tool_call_id] : []))
const isAnswered = (body: Json) => JSON.stringify(callsIn(body)) === JSON.stringify(answeredIn(body))

const calls: Kind[] = [
  textCall('<tool_call> after a sentence', VLLM, TAGGED, {
    phases: ANSWER_ONLY,
    says: () => [says('I write it down.', { reasoning: REASONING, calls: [write] }), says(ANSWER)],
    expect: { answer: /^I write it down\.\s+The gate is painted \*\*green\*\*\.$/ },
  }),
  textCall('a call behind <think>', 'aaif-goose/goose#3748', TAGGED, {
    phases: ANSWER_ONLY,
    serve(seen, { reasoning, calls: [call], text }) {
      const body = call ? `<think>${reasoning}</think>\n${callText(call, TAGGED)}` : text
      return good(seen, says(body), { every: 5 })
    },
  }),
  textCall('two <tool_call> blocks', VLLM, TAGGED, {
    phases: ANSWER_ONLY,
    says: () => [says('', { reasoning: REASONING, calls: [write, second] }), says(ANSWER)],
    expect: { tools: RAN_BOTH },
  }),
  failing(
    'of an unknown tool',
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>',
    { name: 'get_weather', args: { city: 'Rome' } },
  ),
  failing(
    'in broken JSON',
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "gate.md", }\n</tool_call>',
    { name: 'write_file', args: '{"name": "write_file", "arguments": {"path": "gate.md", }' },
  ),
  called(
    'keywords beside query',
    'own: seen in the first person’s use',
    [{ name: 'search_memories', args: { query: 'gate', keywords: ['gate', 'colour'] } }],
    [{ name: 'search_memories', args: { query: 'gate' } }],
  ),
  called(
    'what is missing and what is not known are both named',
    'own: no alias says what is meant',
    [{ args: { path: 'gate.md', zebra: 'x' } }],
    [{ name: 'write_file', args: { path: 'gate.md', zebra: 'x' }, ok: false }],
    {
      requests: ([, other]) => {
        const told = JSON.stringify(other ?? '')
        const result = told.slice(told.lastIndexOf('zebra') - 600)
        return /zebra/.test(result) && /\btext\b/.test(result) ? [] : ['the model is not told both names']
      },
    },
  ),
  called(
    'empty arguments of a tool that needs none',
    'own: some models send no {} for no arguments',
    [{ name: 'list_files', args: {} }],
    [{ name: 'list_files', args: {} }],
    {
      serve: (seen, said) =>
        seen.api === 'responses'
          ? responses(said)
          : chat(said, {
              edit: (events) =>
                parsed(events, (json) => json.replace(/"arguments":"[{}]"/g, '"arguments":""')),
            }),
    },
  ),
  raw('arguments as JSON in JSON', 'earendil-works/pi#9569', (json) => JSON.stringify(json)),
  raw('arguments in a code fence', 'own: small models', (json) => `\`\`\`json\n${json}\n\`\`\``),
  raw('arguments with a comma at the end', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace(/\}$/, ',}'),
  ),
  raw('arguments with line ends in a text', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace('\\n', '\n'),
  ),
  raw('{} before the arguments', 'BerriAI/litellm#4537', (json) => `{}${json}`),
  // Half a call does not run, however near its end it is.
  raw('arguments without their last brace', 'damianvtran/local-operator#223', (json) => json.slice(0, -1), {
    expect: { tools: [{ name: 'write_file', args: JSON.stringify(ARGS).slice(0, -1), ok: false }] },
  }),
  called(
    'the same call id in two steps',
    'https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md',
    [{ id: 'functions.write_file:0' }, { ...second, id: 'functions.write_file:0' }],
    RAN_BOTH,
    {
      apis: ['chat'],
      serve: ({ body }, said) =>
        isAnswered(body) && new Set(callsIn(body)).size === callsIn(body).length
          ? chat(said)
          : refusal(400, 'Duplicate tool_call_id in the messages.'),
    },
  ),
  kind(
    'every call must have its result, and every result its call',
    'https://api-docs.deepseek.com/guides/function_calling',
    {
      phases: ANSWER_ONLY,
      says: () => [
        says('', {
          reasoning: REASONING,
          calls: [write, { id: 'call_x', name: 'fly_away', args: {} }],
        }),
        says(ANSWER),
      ],
      serve: ({ body }, said) =>
        isAnswered(body)
          ? chat(said)
          : refusal(
              400,
              "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
            ),
      expect: { tools: [...RAN, { name: 'fly_away', args: {}, ok: false }] },
    },
  ),
]

/** A reply in packets of one byte, so that no line and no letter arrives whole. */
const byBytes = (reply: Reply): Reply => ({
  ...reply,
  pieces: [...Buffer.from(reply.pieces.join(''))].map((byte) => new Uint8Array([byte])),
})
const LETTERS = 'Das Tor ist grün – 門は緑 👩‍🌾.'
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
const REFUSAL = 'I cannot help with that gate.'
/** A reply that comes in another way. */
const sent = (name: string, source: string, change: (reply: Reply) => Partial<Reply>): Kind =>
  kind(name, source, {
    apis: BOTH,
    phases: NOTED,
    serve: (seen, said) => {
      const reply = good(seen, said)
      return { ...reply, ...change(reply) }
    },
  })
/** An answer that comes as it is. */
const whole = (name: string, source: string, answer: string, more: Partial<Kind> = {}): Kind =>
  stays(name, source, answer, { serve: good, ...more })
/** Says why its answer ended, and then neither ends the stream nor closes the connection. */
const staysOpen = (name: string, way: ChatWay, more: Partial<Kind> = {}): Kind =>
  kind(`stays open after its answer: ${name}`, 'vllm-project/vllm#7391', {
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
  sent('gzip, asked or not', 'Anionex/agent-vision-toolkit#36', ({ headers, pieces }) => ({
    headers: { ...headers, 'content-encoding': 'gzip' },
    pieces: [gzipSync(pieces.join(''))],
  })),
  sent('content-type with a charset', 'BerriAI/litellm#7627', () => ({
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  })),
  sent('no content-type', 'vllm-project/vllm-ascend#6985', () => ({ headers: {} })),
  whole('every byte in a packet of its own', 'Osmantic/ODS#1268', LETTERS, {
    serve: ({ api }, said) => byBytes(api === 'chat' ? chat(said, { usage: null }) : responses(said)),
  }),
  // Escaped as JSON in ASCII, one half of a pair in each event.
  whole('escaped letters, pairs in two events', 'own: tokens that are half a letter', LETTERS, {
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
  whole(
    'line separators within the text',
    'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream',
    'One\u2028two\u2029three.',
  ),
  whole(
    'a refusal of the model, as its own field',
    'https://platform.openai.com/docs/guides/structured-outputs#refusals',
    REFUSAL,
    {
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
    },
  ),
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
  kind('nothing after a tool result, and then an answer', 'BerriAI/litellm#24453', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: (seen, said) => good(seen, seen.earlier.length === 1 ? says('') : said),
    expect: { mostRequests: 3 },
  }),
  whole(
    'nothing at first, from a model whose roles must alternate',
    'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.2 (chat template)',
    ANSWER,
    {
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
    },
  ),
  kind('Groq: a tool call that it could not parse', 'pydantic/pydantic-ai#2774', {
    phases: FOREGROUND,
    serve: (seen, said) =>
      seen.earlier.length === 0 ? toolUseFailed(callText(said.calls[0] ?? write, GROQ_CALL)) : chat(said),
    unlearned: true,
    requests: (bodies) =>
      bodies.every(({ tools }) => Array.isArray(tools)) ? [] : ['a request came without tools'],
    expect: { mostRequests: 3, reasoning: /^(The gate was painted in May\.)?$/ },
  }),
  passes('tool_use_failed of Groq', 'https://console.groq.com/docs/tool-use/overview', (_, said) =>
    toolUseFailed(`<function=${said.calls[0]?.name}>{bad</function>`),
  ),
  passes(
    'a gateway repeats the request',
    'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    ({ body }) =>
      document(503, {
        detail: [{ type: 'value_error', loc: ['body'], msg: 'Upstream is busy', input: body }],
        request: 'A context window of 512 tokens maximum',
      }),
  ),
  kind('a connection that is reset at once', 'own: a server that is being restarted', {
    apis: BOTH,
    phases: NOTED,
    serve: (seen, said) => (seen.earlier.length < 1 ? sse([], { end: 'reset' }) : good(seen, said)),
    expect: (phase) => ({ mostRequests: phase === 'answer' ? 3 : 2 }),
  }),
]
const GROQ_CALL = '<function=%name=%args</function>'

/** The wanted JSON, written in another way. */
const asJson = (
  name: string,
  source: string,
  form: (json: string) => string,
  more: Partial<Kind> = {},
): Kind =>
  kind(`notes: ${name}`, source, {
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
  asJson('in a code fence', OWN_MODELS, (json) => `\`\`\`json\n${json}\n\`\`\``),
  asJson('after a sentence', OWN_MODELS, (json) => `Here is the JSON:\n\n${json}\n\nLet me know!`),
  asJson('in a list', OWN_MODELS, (json) => `[${json}]`),
  asJson(
    'under the name of the schema',
    'own: models that repeat the name of the schema',
    (json) => `{"turn_notes":${json}}`,
  ),
  asJson('as a text of JSON', 'earendil-works/pi#9569', (json) => JSON.stringify(json)),
  asJson('with a comma at the end', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace(/\}$/, ',}'),
  ),
  asJson('with fields that were not asked for', OWN_MODELS, withFields({ thoughts: 'x', confidence: 1 })),
  asJson(
    'as a call of a tool named json',
    'https://github.com/BerriAI/litellm/blob/main/litellm/llms/anthropic/chat/transformation.py',
    String,
    {
      apis: ['chat'],
      serve: (_, said) =>
        chat(says('', { calls: [{ id: 'call_j', name: 'json_tool_call', args: JSON.parse(said.text) }] })),
    },
  ),
  asJson('with null where a list belongs', OWN_MODELS, withFields({ insights: null })),
  asJson(
    'longer than asked',
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    withFields({ insights: Array.from({ length: 25 }, (_, at) => `Insight ${at}.`) }),
  ),
  asJson('the wrong JSON at first', OWN_MODELS, String, {
    serve: (seen, said) => good(seen, seen.earlier.length ? said : { ...said, text: '{"answer": "green"}' }),
  }),
  asJson('the title without quotes', 'own: small models', withFields({ title: `"${TITLE}."` })),
]

/** Words of JSON schemas in the tools or the response format of a request. */
const hasSchema = (body: Json, words: RegExp) =>
  words.test(JSON.stringify([body.tools ?? [], body.response_format ?? {}]))
const NO_MAX_TOKENS =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."

const refusals: Kind[] = [
  refusing(
    'Gemini: words of JSON schema that it does not know',
    'tashfeenahmed/freellmapi#97',
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
    'https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md',
    ({ body }) => hasSchema(body, /"json_schema"/),
    () =>
      document(400, {
        error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' },
      }),
    { phases: NOTES },
  ),
  refusing(
    'xAI: stop, presence and frequency are not for reasoning models',
    'https://docs.x.ai/docs/guides/reasoning',
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
    'https://platform.openai.com/docs/guides/reasoning',
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
    'own: each refusal names the first thing it finds',
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
    VLLM,
    ({ body }) =>
      messagesOf({ body }).some(({ tool_calls }) => Array.isArray(tool_calls) && tool_calls.length > 1),
    () => refusal(500, 'This model only supports single tool-calls at once!'),
    {
      phases: ANSWER_ONLY,
      says: () => [says('', { calls: [write, second] }), says(ANSWER)],
      expect: { tools: RAN_BOTH, reasoning: '' },
    },
  ),
  kind('a refusal of nothing that can be left out', 'own: a service that says no to everything', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: () => refusal(400, 'This organization has been disabled.'),
    expect: fails(/This organization has been disabled/, 1),
  }),
]

export const answerKinds: Kind[] = [...thoughts, ...calls, ...replies, ...notes, ...refusals]
