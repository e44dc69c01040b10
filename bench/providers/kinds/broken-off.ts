import type { Kind, Outcome, Phase, Reply } from '../kind'
import { answersAtOnce, kind } from '../make'
import { ANSWER, TEXT_ONLY } from '../script'
import { chat, chatEvents, chunk, sse, toolCall } from '../wire-chat'
import { response, responses, responsesFrame } from '../wire-responses'

const OPENROUTER = 'https://openrouter.ai/docs/api_reference/errors-and-debugging#mid-stream-errors'
const WORDS = 'Worker local total request limit reached (33/32)'
/** The answer is cut in two, and the first half arrives. */
const HALF = ANSWER.slice(0, 8)
const half = { ...TEXT_ONLY[0], text: HALF, reasoning: '', calls: [] }

/** A failed answer keeps its words. Notes of the turn are made without the model. */
const failedWith =
  (failure: RegExp, kept = HALF) =>
  (phase: Phase): Partial<Outcome> =>
    phase === 'notes'
      ? { note: null, mostRequests: 4 }
      : { status: 'failed', answer: kept, failure, tools: [], reasoning: null, mostRequests: kept ? 1 : 4 }

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
/** Half an answer, these events, and the end mark. */
const halfThen = (...events: object[]): Reply =>
  sse([...chatEvents(half, { finish: null, usage: null }).map(data), ...events.map(data), 'data: [DONE]\n\n'])
const nothingThen = (...events: object[]): Reply =>
  sse([data(chunk({ role: 'assistant', content: '' })), ...events.map(data), 'data: [DONE]\n\n'])

const after = (name: string, source: string, events: object[], failure: RegExp): Kind[] => [
  {
    name: `${name}, after text`,
    source,
    apis: ['chat'],
    ...answersAtOnce,
    phases: ['answer', 'notes'],
    serve: () => halfThen(...events),
    expect: failedWith(failure),
  },
  {
    name: `${name}, without text`,
    source,
    apis: ['chat'],
    ...answersAtOnce,
    phases: ['answer', 'notes'],
    serve: () => nothingThen(...events),
    expect: failedWith(failure, ''),
  },
]

/** Nobody knows whether an answer with an unknown end is whole, so it is not called complete. */
const ends = (finish: string, source: string): Kind[] =>
  after(`finish_reason ${finish}`, source, [chunk({}, finish)], new RegExp(finish.replaceAll('_', '.')))

/** These are other names of `stop`. */
const stops = (finish: string, source: string): Kind => ({
  name: `finish_reason ${finish} means stop`,
  source,
  apis: ['chat'],
  phases: ['answer', 'notes'],
  serve: (_, said) => chat(said, { finish }),
})

export const brokenOff: Kind[] = [
  ...after(
    'top-level error with finish_reason error',
    OPENROUTER,
    [
      {
        ...chunk({ content: '' }, 'error'),
        error: { code: 502, message: WORDS, metadata: { error_type: 'provider_unavailable' } },
      },
    ],
    /request limit reached/,
  ),
  ...after(
    'top-level error with empty choices',
    'diegosouzapw/OmniRoute#8210',
    [{ id: 'gen-1', object: 'chat.completion.chunk', choices: [], error: { code: 502, message: WORDS } }],
    /request limit reached/,
  ),
  ...after(
    'error inside the choice',
    'hotovo/aider-desk#103',
    [
      {
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content: '' },
            finish_reason: 'error',
            native_finish_reason: 'error',
            error: { message: WORDS, code: 502, metadata: { provider_name: 'DeepInfra' } },
          },
        ],
      },
    ],
    /request limit reached/,
  ),
  ...after(
    'an error event with a text',
    'https://github.com/ollama/ollama/blob/main/openai/openai.go',
    [{ error: 'an error was encountered while running the model: unexpected EOF' }],
    /unexpected EOF/,
  ),
  ...after(
    'a vLLM error object in the stream',
    'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/serving_engine.py',
    [{ object: 'error', message: WORDS, type: 'InternalServerError', param: null, code: 500 }],
    /request limit reached/,
  ),
  ...ends('error', OPENROUTER),
  ...ends('abort', 'https://github.com/vllm-project/vllm/blob/main/vllm/v1/request.py'),
  ...ends('insufficient_system_resource', 'https://api-docs.deepseek.com/api/create-chat-completion'),
  ...ends('MALFORMED_FUNCTION_CALL', 'https://ai.google.dev/api/generate-content#FinishReason'),
  ...ends('something_new', 'own: a reason that nobody has documented'),
  stops('eos', 'https://docs.together.ai/reference/chat-completions-1'),
  stops('eos_token', 'https://huggingface.co/docs/text-generation-inference/messages_api'),
  stops('STOP', 'https://github.com/BerriAI/litellm/blob/main/litellm/litellm_core_utils/core_helpers.py'),
  stops('end_turn', 'https://docs.anthropic.com/en/api/openai-sdk'),
  stops('stop_sequence', 'https://docs.anthropic.com/en/api/openai-sdk'),
  {
    name: 'finish_reason content_filter, after text',
    source: 'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    apis: ['chat'],
    ...answersAtOnce,
    serve: () => halfThen(chunk({}, 'content_filter')),
    expect: { answer: HALF, tools: [], reasoning: null, notice: /content filter/ },
  },
  {
    name: 'finish_reason content_filter, without text',
    source: 'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    apis: ['chat'],
    ...answersAtOnce,
    serve: () => nothingThen(chunk({}, 'content_filter')),
    expect: failedWith(/content filter/, ''),
  },
  kind('finish_reason length, after text', 'https://platform.openai.com/docs/api-reference/chat-streaming', {
    ...answersAtOnce,
    serve: () => halfThen(chunk({}, 'length')),
    expect: { answer: HALF, tools: [], reasoning: null, notice: /reached its own limit/ },
  }),
  kind('an error after the whole tool call', 'damianvtran/local-operator#223', {
    phases: ['answer'],
    serve: (_, said) =>
      said.calls.length
        ? sse([
            data(chunk({ tool_calls: said.calls.map((call, at) => toolCall(call, at)) })),
            data({ ...chunk({}, 'error'), error: { code: 502, message: WORDS } }),
            'data: [DONE]\n\n',
          ])
        : chat(said),
    // A call of a failed reply does not run: it may be half of what was meant.
    expect: {
      status: 'failed',
      answer: '',
      failure: /request limit reached/,
      tools: [],
      reasoning: null,
      mostRequests: 4,
    },
  }),
  {
    name: 'response.failed',
    source: 'https://platform.openai.com/docs/api-reference/responses-streaming/response/failed',
    apis: ['responses'],
    ...answersAtOnce,
    phases: ['answer', 'notes'],
    serve: () =>
      responses(half, {
        last: {
          type: 'response.failed',
          response: response({ status: 'failed', error: { code: 'server_error', message: WORDS } }),
        },
      }),
    expect: failedWith(/request limit reached/),
  },
  {
    name: 'response.failed at once',
    source: 'https://platform.openai.com/docs/api-reference/responses-streaming/response/failed',
    apis: ['responses'],
    ...answersAtOnce,
    phases: ['answer', 'notes'],
    serve: () =>
      responses(
        { ...half, text: '' },
        {
          last: {
            type: 'response.failed',
            response: response({ status: 'failed', error: { code: 'server_error', message: WORDS } }),
          },
        },
      ),
    expect: failedWith(/request limit reached/, ''),
  },
  ...(['max_output_tokens', 'content_filter'] as const).map(
    (reason): Kind => ({
      name: `response.incomplete for ${reason}`,
      source: 'own: the words of the ChatGPT backend',
      apis: ['responses'],
      ...answersAtOnce,
      serve: () =>
        responses(half, {
          last: {
            type: 'response.incomplete',
            response: response({ status: 'incomplete', incomplete_details: { reason } }),
          },
        }),
      expect: {
        answer: HALF,
        tools: [],
        reasoning: null,
        notice: reason === 'content_filter' ? /content filter/ : /reached its own limit/,
      },
    }),
  ),
  kind('response.incomplete for an unknown reason', 'own: a reason that nobody has documented', {
    apis: ['responses'],
    ...answersAtOnce,
    serve: () =>
      responses(half, {
        last: {
          type: 'response.incomplete',
          response: response({ status: 'incomplete', incomplete_details: { reason: 'node_preempted' } }),
        },
      }),
    expect: failedWith(/node.preempted/),
  }),
  ...(
    [
      ['flat', { type: 'error', code: 'server_error', message: WORDS, param: null, sequence_number: 9 }],
      ['nested', { type: 'error', error: { type: 'server_error', code: null, message: WORDS, param: null } }],
      ['without a type', { error: { message: WORDS, type: 'server_error' } }],
    ] as const
  ).map(
    ([form, event]): Kind => ({
      name: `an error event in the middle, ${form}`,
      source: 'https://platform.openai.com/docs/api-reference/responses-streaming/error',
      apis: ['responses'],
      ...answersAtOnce,
      phases: ['answer', 'notes'],
      serve: () => responses(half, { last: null, edit: (events) => [...events, responsesFrame(event)] }),
      expect: failedWith(/request limit reached/),
    }),
  ),
  kind('the connection closes in the middle', 'ranxianglei/billion-context-omp#105', {
    apis: ['chat', 'responses'],
    ...answersAtOnce,
    phases: ['answer', 'notes'],
    serve: ({ api }) =>
      api === 'chat' ? chat(half, { finish: null, usage: null, done: '' }) : responses(half, { last: null }),
    expect: failedWith(/stopped mid-answer/),
  }),
]
