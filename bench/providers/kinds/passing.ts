import type { Kind, Reply, Said } from '../kind'
import { ANSWER_ONLY, FOREGROUND, good, kind } from '../make'
import { ANSWER, says } from '../script'
import { type ChatWay, chat, document, refusal } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const

/** Fails once. Nothing about the service is learned from it, and the request is made again as it was. */
const passes = (name: string, source: string, reply: (body: Json, said: Said) => Reply): Kind => ({
  name: `a bad moment: ${name}`,
  source,
  apis: BOTH,
  phases: FOREGROUND,
  unlearned: true,
  serve: (seen, said) => (seen.earlier.length === 0 ? reply(seen.body, said) : good(seen, said)),
  expect: { mostRequests: 3 },
  requests: ([first, second]) =>
    JSON.stringify(first) === JSON.stringify(second) ? [] : ['the second request differs from the first'],
})
const error = (status: number, message: string, more: Json = {}) =>
  document(status, { error: { message, code: status, ...more } })

/** Says why its answer ended, and then neither ends the stream nor closes the connection. */
const staysOpen = (name: string, way: ChatWay): Kind => ({
  name: `stays open after its answer: ${name}`,
  source: 'vllm-project/vllm#7391',
  apis: ['chat'],
  phases: ANSWER_ONLY,
  serve: (_, said) => chat(said, { done: '', end: 'hang', ...way }),
})

export const passing: Kind[] = [
  passes('tool_use_failed of Groq', 'https://console.groq.com/docs/tool-use/overview', (_, said) =>
    refusal(
      400,
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      { code: 'tool_use_failed', failed_generation: `<function=${said.calls[0]?.name}>{bad</function>` },
    ),
  ),
  passes('llama.cpp cannot parse a call', 'ggml-org/llama.cpp#14697', () =>
    error(500, 'Failed to parse tool call arguments as JSON: [json.exception.parse_error.101]'),
  ),
  passes('a function app restarts', 'own: serverless hosts', () =>
    error(500, 'The function app is restarting.'),
  ),
  passes('an unexpected error', 'own: gateways', () =>
    error(500, 'An unexpected error occurred in the tool server.'),
  ),
  passes(
    'too many tokens a minute, as Bedrock',
    'https://repost.aws/questions/QU9jV6tjhTTNyEfMAZQAr2TA',
    () => error(429, 'Too many tokens, please wait before trying again.'),
  ),
  passes('too many tokens a minute, as Anthropic', 'https://docs.anthropic.com/en/api/rate-limits', () =>
    error(
      429,
      'This request would exceed the rate limit for your organization of 30,000 input tokens per minute. Reduce the prompt length or the maximum tokens requested, or try again later.',
    ),
  ),
  passes('a gateway repeats the request', 'https://fastapi.tiangolo.com/tutorial/handling-errors/', (body) =>
    document(503, {
      detail: [{ type: 'value_error', loc: ['body'], msg: 'Upstream is busy', input: body }],
      request: 'A context window of 512 tokens maximum',
    }),
  ),
  staysOpen('without a mark', {}),
  staysOpen('without a mark, after a report of usage', {
    usage: { prompt_tokens: 120, completion_tokens: 20 },
  }),
  staysOpen('with comments', { done: ': ping\n\n'.repeat(3) }),
  {
    ...staysOpen('Responses', {}),
    apis: ['responses'],
    serve: (_, said) => ({ ...responses(said), end: 'hang' }),
  },
  kind('notes that are no errors, between the words', 'own: gateways with fields for everything', {
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER)],
    serve: (_, said) =>
      chat(said, {
        edit: (events) => [
          { message: 'processing' },
          { detail: 'keepalive' },
          ...events.map((event, at) => ({
            ...event,
            error: [{}, 0, '', { message: '', code: 0 }, 'null'][at % 5],
          })),
          { base_resp: { status_code: '0', status_msg: 'success' }, choices: [] },
        ],
      }),
    expect: { tools: [], reasoning: '' },
  }),
  kind('the whole message after its deltas', 'own: gateways that add the completion to the stream', {
    phases: FOREGROUND,
    serve: (_, said) =>
      chat(said, {
        finish: null,
        edit: (events) => [
          ...events,
          {
            choices: [
              {
                index: 0,
                message: { role: 'assistant', content: said.text, reasoning_content: said.reasoning },
                finish_reason: said.calls.length ? 'tool_calls' : 'stop',
              },
            ],
          },
        ],
      }),
  }),
]
