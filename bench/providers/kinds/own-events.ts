import type { Kind, Said } from '../kind'
import { ANSWER_ONLY, kind, written } from '../make'
import { ANSWER, ARGS, RAN, says, write } from '../script'
import { type ChatWay, chat, chunk, toolCall, USAGE } from '../wire-chat'

type Json = Record<string, unknown>
const own = (name: string, source: string, way: ChatWay, more: Partial<Kind> = {}): Kind =>
  written({ name, source, way, ...more })

const FILTER = {
  hate: { filtered: false, severity: 'safe' },
  violence: { filtered: false, severity: 'safe' },
}
const second = { ...write, id: 'call_w2', args: { ...ARGS, path: 'b.md' } }
const both = (): Said[] => [says('', { calls: [write, second] }), says(ANSWER)]
const ranBoth: Kind['expect'] = { tools: [...RAN, { name: 'write_file', args: second.args }], reasoning: '' }

/** Two calls, written event by event. */
const calls = (name: string, source: string, events: (Json | string)[]): Kind => ({
  name,
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

export const ownEvents: Kind[] = [
  own(
    'Azure: the prompt’s filter results come first, without choices',
    'AbanteAI/archive-old-cli-mentat#429',
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
  own('Azure: filter results without a delta between and after the words', 'langchain-ai/langchain#18977', {
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
  }),
  own('Azure: filter results in every choice', 'CopilotKit/CopilotKit#2468', {
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
  calls('two calls with the same index', 'vercel/ai#14277', [
    chunk({ tool_calls: [toolCall(write, 0)] }),
    chunk({ tool_calls: [toolCall(second, 0)] }),
  ]),
  calls('two calls with the same index, in parts', 'google-deepmind/amplio#3', [
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
  calls('two calls with the same id', 'skye-harris/hass_local_openai_llm#92', [
    chunk({ tool_calls: [toolCall({ ...write, id: 'call_0' }, 0)] }),
    chunk({ tool_calls: [toolCall({ ...second, id: 'call_0' }, 1)] }),
  ]),
  calls('two calls without id and index', 'huggingface/smolagents#1958', [
    chunk({ tool_calls: [{ function: { name: write.name, arguments: whole } }] }),
    chunk({ tool_calls: [{ function: { name: second.name, arguments: wholeSecond } }] }),
  ]),
  calls('two calls, indexes with a gap', 'BerriAI/litellm#11407', [
    chunk({ tool_calls: [toolCall(write, 1)] }),
    chunk({ tool_calls: [toolCall(second, 4)] }),
  ]),
  own('OpenRouter: two events with a finish_reason', 'skye-harris/hass_local_openai_llm#92', {
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
  }),
  own('the last words beside the finish_reason', 'envoyproxy/ai-gateway#2107', {
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
  kind('Gemini: an event with finish_reason STOP and no delta', 'envoyproxy/ai-gateway#2107', {
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
  }),
  {
    name: 'legacy function_call',
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
]
