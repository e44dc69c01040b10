import { gzipSync } from 'node:zlib'
import type { Kind, Reply, Said } from '../kind'
import { ANSWER_ONLY, good, written, writtenResponses } from '../make'
import { ANSWER, ARGS, RAN, REASONING, says, write } from '../script'
import { type ChatWay, chat, chatEvents, chunk, sse, toolCall, USAGE } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const
const own = (name: string, source: string, way: ChatWay, more: Partial<Kind> = {}): Kind =>
  written({ name, finding: 'own', source, way, ...more })

const FILTER = {
  hate: { filtered: false, severity: 'safe' },
  violence: { filtered: false, severity: 'safe' },
}
const second = { ...write, id: 'call_w2', args: { ...ARGS, path: 'b.md' } }
const both = (): Said[] => [says('', { calls: [write, second] }), says(ANSWER)]
const ranBoth: Kind['expect'] = { tools: [...RAN, { name: 'write_file', args: second.args }], reasoning: '' }
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** Two calls, written event by event. */
const calls = (name: string, source: string, events: (Json | string)[]): Kind => ({
  name,
  finding: 'own',
  source,
  apis: ['chat'],
  phases: ANSWER_ONLY,
  says: both,
  serve: (_, said) =>
    said.calls.length
      ? chat(
          { ...said, calls: [] },
          { finish: 'tool_calls', edit: ([first = {}, ...rest]) => [first, ...events, ...rest] },
        )
      : chat(said),
  expect: ranBoth,
})
const part = (index: number, more: Json, args: string): Json =>
  chunk({
    tool_calls: [
      { index, ...more, function: { ...(more.name ? { name: more.name } : {}), arguments: args } },
    ],
  })
const [whole, wholeSecond] = [JSON.stringify(write.args), JSON.stringify(second.args)]

/** A reply in packets of one byte, so that no line and no letter arrives whole. */
const byBytes = (reply: Reply): Reply => ({
  ...reply,
  pieces: reply.pieces.flatMap((piece) =>
    typeof piece === 'string' ? Array.from(Buffer.from(piece), (byte) => new Uint8Array([byte])) : [piece],
  ),
})
const LETTERS = 'Das Tor ist grün – 門は緑 👩‍🌾.'
/** Escaped as JSON in ASCII, one half of a pair in each delta. */
const inHalves = (text: string) =>
  Array.from({ length: text.length }, (_, at) => text[at] ?? '').map(
    (unit) =>
      `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}"},"finish_reason":null}]}\n\n`,
  )

export const ownEvents: Kind[] = [
  own(
    'Azure: the prompt’s filter results come first, without choices',
    'https://github.com/AbanteAI/archive-old-cli-mentat/issues/429',
    {
      edit: (events) => [
        {
          id: '',
          object: '',
          created: 0,
          model: '',
          system_fingerprint: null,
          choices: [],
          prompt_filter_results: [{ prompt_index: 0, content_filter_results: FILTER }],
        },
        ...events,
      ],
    },
  ),
  own(
    'Azure: filter results without a delta between and after the words',
    'https://github.com/langchain-ai/langchain/issues/18977',
    {
      edit: (events) =>
        events.flatMap((event) => [
          event,
          {
            id: '',
            object: '',
            created: 0,
            model: '',
            choices: [
              {
                index: 0,
                finish_reason: null,
                content_filter_results: FILTER,
                content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 198 },
              },
            ],
          },
        ]),
    },
  ),
  own('Azure: filter results in every choice', 'https://github.com/CopilotKit/CopilotKit/issues/2468', {
    edit: (events) =>
      events.map((event) => ({
        ...event,
        choices: ((event.choices ?? []) as Json[]).map((choice) => ({
          ...choice,
          content_filter_results: FILTER,
          content_filter_result: {
            error: { code: 'content_filter_error', message: 'The contents are not filtered' },
          },
        })),
      })),
  }),
  calls('two calls with the same index', 'https://github.com/vercel/ai/pull/14277', [
    chunk({ tool_calls: [toolCall(write, 0)] }),
    chunk({ tool_calls: [toolCall(second, 0)] }),
  ]),
  calls('two calls with the same index, in parts', 'https://github.com/google-deepmind/amplio/pull/3', [
    part(0, { id: write.id, type: 'function', name: write.name }, whole.slice(0, 10)),
    part(0, {}, whole.slice(10)),
    part(0, { id: second.id, type: 'function', name: second.name }, wholeSecond.slice(0, 10)),
    part(0, {}, wholeSecond.slice(10)),
  ]),
  calls(
    'two calls with parts in turn',
    'https://platform.openai.com/docs/guides/function-calling#streaming',
    [
      part(0, { id: write.id, type: 'function', name: write.name }, ''),
      part(1, { id: second.id, type: 'function', name: second.name }, ''),
      part(0, {}, whole.slice(0, 10)),
      part(1, {}, wholeSecond.slice(0, 10)),
      part(1, {}, wholeSecond.slice(10)),
      part(0, {}, whole.slice(10)),
    ],
  ),
  calls('two calls with the same id', 'https://github.com/skye-harris/hass_local_openai_llm/pull/92', [
    chunk({ tool_calls: [toolCall({ ...write, id: 'call_0' }, 0)] }),
    chunk({ tool_calls: [toolCall({ ...second, id: 'call_0' }, 1)] }),
  ]),
  calls('two calls without id and index', 'https://github.com/huggingface/smolagents/pull/1958', [
    chunk({ tool_calls: [{ function: { name: write.name, arguments: whole } }] }),
    chunk({ tool_calls: [{ function: { name: second.name, arguments: wholeSecond } }] }),
  ]),
  calls('two calls, indexes with a gap', 'https://github.com/BerriAI/litellm/issues/7390', [
    chunk({ tool_calls: [toolCall(write, 1)] }),
    chunk({ tool_calls: [toolCall(second, 4)] }),
  ]),
  own(
    'OpenRouter: two events with a finish_reason',
    'https://github.com/skye-harris/hass_local_openai_llm/pull/92',
    {
      edit: (events) => {
        const last = events.findLast((event) =>
          ((event.choices ?? []) as Json[]).some(({ finish_reason }) => finish_reason),
        )
        return [
          ...events.filter((event) => event !== last && !event.usage),
          last ?? {},
          { ...last, usage: USAGE },
        ]
      },
    },
  ),
  own('the last words beside the finish_reason', 'https://github.com/envoyproxy/ai-gateway/pull/2107', {
    edit: (events) => {
      const text = events.findLastIndex((event) =>
        ((event.choices ?? []) as { delta: Json }[]).some(({ delta }) => delta.content),
      )
      const end = events.findLastIndex((event) =>
        ((event.choices ?? []) as Json[]).some(({ finish_reason }) => finish_reason),
      )
      if (text < 0 || end < 0 || end !== text + 1) return events
      const choiceAt = (at: number) =>
        ((events[at]?.choices ?? []) as { delta: Json; finish_reason: string }[])[0]
      const merged = chunk(choiceAt(text)?.delta ?? {}, choiceAt(end)?.finish_reason)
      return [...events.slice(0, text), merged, ...events.slice(end + 1)]
    },
  }),
  {
    name: 'Gemini: an event with finish_reason STOP and no delta',
    finding: 'own',
    source: 'https://github.com/envoyproxy/ai-gateway/pull/2107',
    apis: ['chat'],
    phases: ['answer', 'notes'],
    serve: (_, said) =>
      chat(said, {
        finish: null,
        edit: (events) => [
          ...events,
          {
            id: 'x',
            object: 'chat.completion.chunk',
            created: 1,
            model: 'm',
            choices: [{ index: 0, finish_reason: 'stop' }],
          },
        ],
      }),
  },
  {
    name: 'legacy function_call',
    finding: 'own',
    source: 'https://platform.openai.com/docs/api-reference/chat/create (deprecated function_call)',
    apis: ['chat'],
    phases: ['think', 'answer'],
    serve: (_, said) =>
      said.calls[0]
        ? chat(
            { ...said, calls: [] },
            {
              finish: 'function_call',
              edit: (events) => [
                ...events.slice(0, -2),
                chunk({ function_call: { name: said.calls[0]?.name, arguments: '' } }),
                chunk({ function_call: { arguments: JSON.stringify(said.calls[0]?.args) } }),
                ...events.slice(-2),
              ],
            },
          )
        : chat(said),
  },
  {
    name: 'gzip, asked or not',
    finding: 'own',
    source: 'https://github.com/Anionex/agent-vision-toolkit/pull/36',
    apis: BOTH,
    phases: ['answer', 'notes'],
    serve: (seen, said) => {
      const reply = good(seen, said)
      return {
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        pieces: [gzipSync(reply.pieces.join(''))],
      }
    },
  },
  {
    name: 'content-type with a charset',
    finding: 'own',
    source: 'https://github.com/BerriAI/litellm/issues/7627',
    apis: BOTH,
    phases: ['answer', 'notes'],
    serve: (seen, said) => ({
      ...good(seen, said),
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    }),
  },
  {
    name: 'no content-type',
    finding: 'own',
    source: 'https://github.com/vllm-project/vllm-ascend/pull/6985',
    apis: BOTH,
    phases: ['answer', 'notes'],
    serve: (seen, said) => ({ ...good(seen, said), headers: {} }),
  },
  {
    name: 'every byte in a packet of its own',
    finding: 'own',
    source: 'https://github.com/Osmantic/ODS/issues/1268',
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says(LETTERS)],
    serve: ({ api }, said) => byBytes(api === 'chat' ? chat(said, { usage: null }) : responses(said)),
    expect: { answer: LETTERS, tools: [], reasoning: '' },
  },
  {
    name: 'escaped letters, pairs in two events',
    finding: 'own',
    source: 'https://github.com/vllm-project/vllm/issues/3846',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [says(LETTERS)],
    serve: (_, said) => sse([...inHalves(said.text), data(chunk({}, 'stop')), 'data: [DONE]\n\n']),
    expect: { answer: LETTERS, tools: [], reasoning: '' },
  },
  {
    name: 'line separators within the text',
    finding: 'own',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream',
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says('One\u2028two\u2029three.')],
    serve: good,
    expect: { answer: 'One\u2028two\u2029three.', tools: [], reasoning: '' },
  },
  own(
    'white space before a tool call',
    'https://github.com/ai-dynamo/dynamo/pull/4723',
    {
      edit: ([first = {}, ...rest]) => [first, chunk({ content: '\n\n' }), ...rest],
    },
    { phases: ['answer', 'think'] },
  ),
  {
    name: 'words after the tool call',
    finding: 'own',
    source: 'https://github.com/ai-dynamo/dynamo/pull/4723',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    serve: (_, said) =>
      said.calls.length
        ? chat(said, {
            edit: (events) => [
              ...events.slice(0, -2),
              chunk({ content: 'I write it down.' }),
              ...events.slice(-2),
            ],
          })
        : chat(said),
    expect: { answer: /^I write it down\.\s+The gate is painted \*\*green\*\*\.$/ },
  },
  {
    name: 'a vLLM stream that says it is OpenAI’s and has no id',
    finding: 'own',
    source: 'https://github.com/mlflow/mlflow/issues/12767',
    apis: ['chat'],
    phases: ['answer', 'notes'],
    serve: (_, said) =>
      sse([
        ...chatEvents(said).map(({ choices, usage }) =>
          data({ object: 'chat.completion', choices, ...(usage ? { usage } : {}) }),
        ),
        'data: [DONE]\n\n',
      ]),
  },
  writtenResponses({
    name: 'a function call without call_id',
    finding: 'own',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1124',
    phases: ['think', 'answer'],
    way: {
      edit: (events) =>
        events.map(
          (event) =>
            JSON.parse(
              JSON.stringify(event, (key, value) => (key === 'call_id' ? undefined : value)),
            ) as Json,
        ),
    },
  }),
  writtenResponses({
    name: 'function calls only in response.completed',
    finding: 'own',
    source: 'https://github.com/vllm-project/vllm/issues/26149',
    phases: ['think', 'answer'],
    way: {
      edit: (events) =>
        events.filter(
          ({ type, item }) => !/function_call/.test(`${type} ${(item as Json | undefined)?.type}`),
        ),
    },
  }),
  writtenResponses({
    name: 'null for fields that are left out',
    finding: 'own',
    source: 'https://github.com/openai/codex/issues/4141',
    way: {
      edit: (events) =>
        events.map((event) => ({ logprobs: null, obfuscation: null, item_id: null, ...event })),
    },
  }),
  {
    name: 'a refusal of the model, as its own field',
    finding: 'own',
    source: 'https://platform.openai.com/docs/guides/structured-outputs#refusals',
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says('I cannot help with that gate.')],
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
              events.map(
                (event) =>
                  JSON.parse(
                    JSON.stringify(event)
                      .replaceAll('"type":"output_text","text":', '"type":"refusal","refusal":')
                      .replace('response.output_text.delta', 'response.refusal.delta')
                      .replace(
                        /"response\.output_text\.done"(.*)"text":/,
                        '"response.refusal.done"$1"refusal":',
                      ),
                  ) as Json,
              ),
          }),
    // It is what the model says to the person, who may be told that it is a refusal.
    expect: {
      answer: 'I cannot help with that gate.',
      notice: /^/,
      tools: [],
      reasoning: '',
      mostRequests: 1,
    },
  },
  {
    name: 'the answer in the reasoning field alone',
    finding: 'own',
    source: 'https://github.com/QwenLM/Qwen3/issues/1344',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [says('', { reasoning: REASONING })],
    serve: (_, said) => chat(said),
    // Thoughts are no answer, and an empty answer is not complete.
    expect: {
      status: 'failed',
      answer: '',
      failure: /empty|no answer|wrote/,
      tools: [],
      reasoning: null,
      mostRequests: 4,
    },
  },
]
