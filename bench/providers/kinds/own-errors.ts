import type { Kind, Reply } from '../kind'
import { ANSWER_ONLY, good, refusing } from '../make'
import { document, refusal } from '../wire-chat'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const
const NOTES = ['notes'] as const

/** Fails so many times, and then answers. */
const atFirst = (name: string, source: string, times: number, reply: Reply): Kind => ({
  name,
  source,
  apis: BOTH,
  phases: ['answer', 'notes'],
  serve: (seen, said) => (seen.earlier.length < times ? reply : good(seen, said)),
  expect: (phase) => ({ mostRequests: times + (phase === 'answer' ? 2 : 1) }),
})
/** Refuses for good, in its own words. */
const refuses = (name: string, source: string, reply: Reply, words: RegExp): Kind => ({
  name,
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

export const ownErrors: Kind[] = [
  atFirst(
    'llama.cpp: the model is still loading',
    'mostlygeek/llama-swap#146',
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
  atFirst('a connection that is reset at once', 'own: a server that is being restarted', 1, {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    pieces: [],
    end: 'reset',
  }),
  refuses(
    'LM Studio: no model is loaded',
    'lmstudio-ai/lms#107',
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
    'vercel/ai#4220',
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
    source: 'tashfeenahmed/freellmapi#97',
    when: ({ body }) =>
      schemaWords(body, /"(\$schema|additionalProperties|exclusiveMinimum|propertyNames|const)":/),
    refuse: () => unknownName('additionalProperties'),
  }),
  refusing({
    name: 'llama.cpp: a schema that gives no grammar',
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
    source: 'https://docs.x.ai/docs/guides/reasoning',
    when: ({ body }) =>
      ['stop', 'presence_penalty', 'frequency_penalty', 'seed', 'logit_bias'].some((name) => name in body),
    refuse: () =>
      document(400, {
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: presencePenalty',
      }),
  }),
]
