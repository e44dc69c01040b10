import type { Kind, Reply, Said } from '../kind'
import { ANSWER_ONLY, FOREGROUND, good, refusing } from '../make'
import { ANSWER, RAN, REASONING, SUMMARY, says, TITLE, write } from '../script'
import { chat, document, messagesOf, refusal } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const
const NOTES = ['notes', 'title'] as const

/** A stop token that the server leaves at the end of the text. */
const leaks = (token: string, source: string): Kind => ({
  name: `${token} at the end`,
  finding: 'own',
  source,
  apis: BOTH,
  phases: ['answer', 'notes', 'title'],
  serve: ({ api }, said) => {
    const leaked = said.text ? { ...said, text: `${said.text}${token}` } : said
    return api === 'chat' ? chat(leaked, { every: 5 }) : responses(leaked, { every: 5 })
  },
})
const staysText = (name: string, text: string): Kind => ({
  name: `stays text: ${name}`,
  finding: 'own',
  source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1509',
  apis: BOTH,
  phases: ANSWER_ONLY,
  says: () => [says(text)],
  serve: ({ api }, said) => (api === 'chat' ? chat(said, { every: 5 }) : responses(said, { every: 5 })),
  expect: { answer: text, tools: [], reasoning: '' },
})

/** The wanted JSON, written in another way. */
const asJson = (
  name: string,
  source: string,
  form: (json: string) => string,
  more: Partial<Kind> = {},
): Kind => ({
  name: `notes: ${name}`,
  finding: 'own',
  source,
  apis: BOTH,
  phases: NOTES,
  serve: (seen, said) => good(seen, { ...said, text: form(said.text) }),
  // One repair is fair; its answer has the same form.
  expect: { mostRequests: 2 },
  ...more,
})

/** Fails so many times, and then answers. */
const atFirst = (name: string, source: string, times: number, reply: Reply): Kind => ({
  name,
  finding: 'own',
  source,
  apis: BOTH,
  phases: ['answer', 'notes'],
  serve: (seen, said) => (seen.earlier.length < times ? reply : good(seen, said)),
  expect: (phase) => ({ mostRequests: times + (phase === 'answer' ? 2 : 1) }),
})
/** Refuses for good, in its own words. */
const refuses = (name: string, source: string, reply: Reply, words: RegExp): Kind => ({
  name,
  finding: 'own',
  source,
  apis: BOTH,
  phases: ANSWER_ONLY,
  serve: () => reply,
  expect: { status: 'failed', answer: '', failure: words, tools: [], reasoning: null, mostRequests: 4 },
})

/** Words of JSON schemas in the tools or the response format of a request. */
const schemaWords = (body: Json, words: RegExp) =>
  words.test(JSON.stringify([body.tools ?? [], body.response_format ?? {}]))
const unknownName = (word: string) =>
  document(400, [
    {
      error: {
        code: 400,
        message: `Invalid JSON payload received. Unknown name "${word}" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] }],
      },
    },
  ])

const toolUseFailed = (said: Said): Reply =>
  refusal(
    400,
    "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    {
      code: 'tool_use_failed',
      failed_generation: `<function=${said.calls[0]?.name}=${JSON.stringify(said.calls[0]?.args)}</function>`,
    },
  )

const callsIn = (body: Json) =>
  messagesOf({ body }).flatMap(({ tool_calls }) => (tool_calls ?? []) as { id: string }[])
const resultsIn = (body: Json) => messagesOf({ body }).filter(({ role }) => role === 'tool')

export const ownAnswers: Kind[] = [
  leaks('<|im_end|>', 'https://github.com/moltis-org/moltis/issues/306'),
  leaks('</s>', 'https://github.com/ggml-org/llama.cpp/issues/6859'),
  leaks('<|eot_id|>', 'https://github.com/logancyang/obsidian-copilot/issues/2284'),
  leaks('<end_of_turn>', 'https://github.com/logancyang/obsidian-copilot/issues/2284'),
  leaks('<|endoftext|>', 'https://github.com/logancyang/obsidian-copilot/issues/2284'),
  leaks('<｜end▁of▁sentence｜>', 'https://github.com/logancyang/obsidian-copilot/issues/2284'),
  leaks('<eos>', 'https://github.com/jundot/omlx/issues/1087'),
  staysText('a stop token in backticks', 'Qwen ends a turn with `<|im_end|>`, Llama with `<|eot_id|>`.'),
  staysText('a stop token in a sentence', 'The tag </s> strikes text out in HTML, and <s> opens it.'),
  asJson(
    'in a code fence',
    'https://github.com/567-labs/instructor/issues/1207',
    (json) => `\`\`\`json\n${json}\n\`\`\``,
  ),
  asJson(
    'after a sentence',
    'https://github.com/567-labs/instructor/issues/1207',
    (json) => `Here is the JSON:\n\n${json}\n\nLet me know!`,
  ),
  asJson('in a list', 'https://github.com/run-llama/llama_index/issues/22464', (json) => `[${json}]`),
  asJson('under the name of the schema', 'https://github.com/ollama/ollama/issues/8095', (json) =>
    JSON.stringify({ [json.includes('title') ? 'title' : 'turn_summary']: JSON.parse(json) as Json }),
  ),
  asJson('as a text of JSON', 'https://github.com/BerriAI/litellm/issues/8313', (json) =>
    JSON.stringify(json),
  ),
  asJson('with a comma at the end', 'https://github.com/josdejong/jsonrepair', (json) =>
    json.replace(/\}$/, ',}'),
  ),
  asJson('with fields that were not asked for', 'https://github.com/ollama/ollama/issues/8095', (json) =>
    JSON.stringify({ thoughts: 'x', ...(JSON.parse(json) as Json), confidence: 1 }),
  ),
  {
    ...asJson(
      'as a call of a tool named json',
      'https://github.com/BerriAI/litellm/blob/main/litellm/llms/anthropic/chat/transformation.py',
      (json) => json,
    ),
    apis: ['chat'],
    serve: (_, said) =>
      chat(
        says('', { calls: [{ id: 'call_j', name: 'json_tool_call', args: JSON.parse(said.text) as Json }] }),
      ),
  },
  asJson(
    'with null where a list belongs',
    'https://github.com/ollama/ollama/issues/8095',
    (json) => json.replace(/"insights":\[[^\]]*\]/, '"insights":null'),
    { phases: ['notes'] },
  ),
  asJson(
    'longer than asked',
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    (json) =>
      json.includes('insights')
        ? JSON.stringify({
            summary: SUMMARY,
            insights: Array.from({ length: 25 }, (_, at) => `Insight ${at}.`),
          })
        : json,
    { phases: ['notes'] },
  ),
  {
    name: 'notes: the wrong JSON at first',
    finding: 'own',
    source: 'https://github.com/567-labs/instructor/issues/1207',
    apis: BOTH,
    phases: NOTES,
    serve: (seen, said) => good(seen, seen.earlier.length ? said : { ...said, text: '{"answer": "green"}' }),
    expect: { mostRequests: 2 },
  },
  {
    name: 'Groq: a tool call that it could not parse',
    finding: 'own',
    source: 'https://github.com/pydantic/pydantic-ai/pull/2774',
    apis: ['chat'],
    phases: FOREGROUND,
    serve: (seen, said) => (seen.earlier.length === 0 ? toolUseFailed(said) : chat(said)),
    // It may be asked again, or the call be taken from its words.
    expect: { mostRequests: 3, reasoning: /^(The gate was painted in May\.)?$/ },
  },
  atFirst(
    'llama.cpp: the model is still loading',
    'https://github.com/mostlygeek/llama-swap/issues/146',
    2,
    document(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
  ),
  atFirst(
    'overloaded, as Anthropic',
    'https://docs.anthropic.com/en/api/errors',
    1,
    document(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  ),
  atFirst(
    'a time-out of Cloudflare',
    'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/',
    1,
    { status: 524, headers: { 'content-type': 'text/plain' }, pieces: ['error code: 524'], end: 'close' },
  ),
  atFirst(
    'too many requests, as OpenRouter',
    'https://openrouter.ai/docs/api_reference/limits',
    1,
    document(429, {
      error: {
        message: 'Provider returned error',
        code: 429,
        metadata: {
          raw: 'm:free is temporarily rate-limited upstream. Please retry shortly',
          provider_name: 'X',
        },
      },
    }),
  ),
  atFirst(
    'too many requests, as Gemini',
    'https://ai.google.dev/gemini-api/docs/rate-limits',
    1,
    document(429, [
      {
        error: {
          code: 429,
          message:
            'You exceeded your current quota, please check your plan and billing details. Please retry in 7.2s.',
          status: 'RESOURCE_EXHAUSTED',
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }],
        },
      },
    ]),
  ),
  atFirst('a connection that is reset at once', 'https://github.com/ggml-org/llama.cpp/issues/10732', 1, {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    pieces: [],
    end: 'reset',
  }),
  refuses(
    'LM Studio: no model is loaded',
    'https://github.com/lmstudio-ai/lms/issues/107',
    document(404, {
      error: {
        message: 'No models loaded. Please load a model in the developer page or use the `lms load` command.',
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    }),
    /No models loaded/,
  ),
  refuses(
    'Ollama: the model is not there',
    'https://github.com/ollama/ollama/blob/main/server/routes.go',
    document(404, {
      error: {
        message: 'model "llama9" not found, try pulling it first',
        type: 'api_error',
        param: null,
        code: null,
      },
    }),
    /try pulling it first/,
  ),
  refuses(
    'Azure: the prompt is filtered',
    'https://github.com/vercel/ai/issues/4220',
    refusal(
      400,
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      { code: 'content_filter', status: 400, innererror: { code: 'ResponsibleAIPolicyViolation' } },
    ),
    /content management policy/,
  ),
  refuses(
    'DeepSeek: no balance',
    'https://platform.deepseek.com/api-docs/quick_start/error_codes',
    document(402, {
      error: {
        message: 'Insufficient Balance',
        type: 'unknown_error',
        param: null,
        code: 'invalid_request_error',
      },
    }),
    /Insufficient Balance|credit/,
  ),
  refuses(
    'OpenRouter: no endpoint allows the data policy',
    'https://openrouter.ai/docs/features/privacy-and-logging',
    document(404, {
      error: {
        message:
          'No endpoints found matching your data policy. Enable prompt training here: https://openrouter.ai/settings/privacy',
        code: 404,
      },
    }),
    /data policy/,
  ),
  refuses(
    'Cerebras: the model does not exist',
    'https://inference-docs.cerebras.ai/support/error',
    document(404, {
      message: 'Model llama-9 does not exist or you do not have access to it.',
      type: 'not_found_error',
      param: 'model',
      code: 'model_not_found',
    }),
    /does not exist or you do not have access/,
  ),
  refusing({
    name: 'Gemini: words of JSON schema that it does not know',
    finding: 'own',
    source: 'https://github.com/tashfeenahmed/freellmapi/issues/97',
    when: ({ body }) =>
      schemaWords(body, /"(\$schema|additionalProperties|exclusiveMinimum|propertyNames|const)":/),
    refuse: () => unknownName('additionalProperties'),
  }),
  refusing({
    name: 'llama.cpp: a schema that gives no grammar',
    finding: 'own',
    source: 'https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md',
    phases: NOTES,
    when: ({ body }) => schemaWords(body, /"json_schema"/),
    refuse: () =>
      document(400, {
        error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' },
      }),
  }),
  refusing({
    name: 'xAI: stop, presence and frequency are not for reasoning models',
    finding: 'own',
    source: 'https://docs.x.ai/docs/guides/reasoning',
    when: ({ body }) =>
      ['stop', 'presence_penalty', 'frequency_penalty', 'seed', 'logit_bias'].some((name) => name in body),
    refuse: () =>
      document(400, {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: presencePenalty',
      }),
  }),
  {
    name: 'nothing after a tool result, and then an answer',
    finding: 'own',
    source: 'https://github.com/BerriAI/litellm/pull/24453',
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: (seen, said) => good(seen, seen.earlier.length === 1 ? says('') : said),
    expect: { mostRequests: 3 },
  },
  {
    name: 'nothing at first, from a model whose roles must alternate',
    finding: 'own',
    source: 'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.2 (chat template)',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER)],
    serve: (seen, said) => {
      const roles = messagesOf(seen).map(({ role }) => role)
      if (roles.some((role, at) => role === 'user' && roles[at - 1] === 'user'))
        return document(400, {
          object: 'error',
          message: 'Conversation roles must alternate user/assistant/user/assistant/...',
          type: 'BadRequestError',
          param: null,
          code: 400,
        })
      return chat(seen.earlier.length === 0 ? says('') : said)
    },
    expect: { tools: [], reasoning: '', mostRequests: 3 },
  },
  {
    name: 'the same call id in two steps',
    finding: 'own',
    source: 'https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [
      says('', { calls: [{ ...write, id: 'functions.write_file:0' }] }),
      says('', { calls: [{ ...write, id: 'functions.write_file:0', args: { path: 'b.md', text: 'Two.' } }] }),
      says(ANSWER),
    ],
    serve: (seen, said) => {
      const ids = callsIn(seen.body).map(({ id }) => id)
      const answered = resultsIn(seen.body).map(({ tool_call_id }) => tool_call_id)
      const fits = new Set(ids).size === ids.length && JSON.stringify(ids) === JSON.stringify(answered)
      return fits ? chat(said) : refusal(400, 'Duplicate tool_call_id in the messages.')
    },
    expect: {
      tools: [...RAN, { name: 'write_file', args: { path: 'b.md', text: 'Two.' } }],
      reasoning: '',
      mostRequests: 3,
    },
  },
  {
    name: 'every call must have its result, and every result its call',
    finding: 'own',
    source: 'https://api-docs.deepseek.com/guides/function_calling',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [
      says('', {
        reasoning: REASONING,
        calls: [write, { ...write, id: 'call_x', name: 'fly_away', args: {} }],
      }),
      says(ANSWER),
    ],
    serve: (seen, said) => {
      const ids = callsIn(seen.body).map(({ id }) => id)
      const answered = resultsIn(seen.body).map(({ tool_call_id }) => tool_call_id)
      return JSON.stringify(ids) === JSON.stringify(answered)
        ? chat(said)
        : refusal(
            400,
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
          )
    },
    expect: { tools: [...RAN, { name: 'fly_away', args: {}, ok: false }] },
  },
  asJson(
    'the title without quotes',
    'own: small models',
    (json) => json.replace(`"${TITLE}"`, `"\\"${TITLE}.\\""`),
    { phases: ['title'] },
  ),
]
