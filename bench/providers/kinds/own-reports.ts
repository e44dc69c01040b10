import type { Kind } from '../kind'
import { ALL, ANSWER_ONLY, kind, written } from '../make'
import { ANSWER, ARGS, RAN, REASONING, says, write } from '../script'
import { type ChatWay, chat, chatEvents, chunk, sse, toolCall } from '../wire-chat'
import { responses } from '../wire-responses'
import { calls, choices, choicesOf, deltas } from './odd-forms'

type Json = Record<string, unknown>
const own = (name: string, source: string, way: ChatWay, more: Partial<Kind> = {}): Kind =>
  written({ name, source, way, ...more })
const second = { ...write, id: 'call_w2', args: { ...ARGS, path: 'b.md' } }
const whole = JSON.stringify(write.args)

/** Found in reports about services while this bench was written. */
export const ownReports: Kind[] = [
  kind('digits as JSON numbers', 'cloudflare/ai#651', {
    phases: ANSWER_ONLY,
    says: () => [says('The gate is 6 m wide, 12 m long.')],
    serve: (_, said) =>
      chat(said, {
        edit: (events) => [
          events[0] ?? {},
          ...(said.text.match(/\d+|\D+/g) ?? []).map((part) =>
            chunk({ content: /^\d/.test(part) ? Number(part) : part }),
          ),
          ...events.slice(-2),
        ],
      }),
    expect: { answer: 'The gate is 6 m wide, 12 m long.', tools: [], reasoning: '' },
  }),
  own('events that are null', 'Kilo-Org/kilocode#3083', {
    edit: (events) => events.flatMap((event) => ['data: null\n\n', event]),
  }),
  own('comments as data', 'mnfst/llm-gateway#2053', {
    edit: (events) => [...Array(3).fill('data: : OPENROUTER PROCESSING\n\n'), ...events],
  }),
  own('a message beside each delta, and any index', 'microsoft/foundry-local#144', {
    edit: (events) =>
      choices((choice) => ({ ...choice, message: choice.delta, finish_details: null }))(events).map(
        (event, at) => ({
          ...event,
          id: `chat.id.${at}`,
          choices: choicesOf(event).map((choice) => ({ ...choice, index: at })),
          error: null,
          HttpStatusCode: 0,
          Successful: true,
        }),
      ),
  }),
  own('finish_reason stop in every event', 'open-webui/open-webui#16377', {
    edit: choices((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? 'stop' })),
  }),
  own('finish_reason stop in the first event', 'open-webui/open-webui#23921', {
    edit: choices((choice, at) => (at === 0 ? { ...choice, finish_reason: 'stop' } : choice)),
  }),
  own('finishReason beside a null finish_reason', 'jakobdylanc/llmcord#84', {
    edit: choices((choice) => ({ ...choice, finish_reason: null, finishReason: choice.finish_reason })),
  }),
  own(
    'the name in parts',
    'continuedev/continue#5849',
    {
      edit: (events) =>
        events.flatMap((event) => {
          const call = choicesOf(event)[0]?.delta.tool_calls?.[0]
          const name = String(call?.function.name ?? '')
          if (!call || !name) return [event]
          return [
            chunk({ tool_calls: [{ ...call, function: { name: name.slice(0, 5), arguments: '' } }] }),
            chunk({
              tool_calls: [
                { index: call.index, function: { name: name.slice(5), arguments: call.function.arguments } },
              ],
            }),
          ]
        }),
    },
    { phases: ['think', 'answer'] },
  ),
  own(
    'the whole arguments again at the end',
    'lidge-jun/opencodex#361',
    {
      edit: (events) => {
        const isCall = (event: Json) => choicesOf(event).some(({ delta }) => delta.tool_calls)
        const last = events.findLastIndex(isCall)
        if (last < 0) return events
        const text = events
          .flatMap((event) => choicesOf(event)[0]?.delta.tool_calls ?? [])
          .map((call) => call.function.arguments ?? '')
          .join('')
        const again = chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })
        return [...events.slice(0, last + 1), again, ...events.slice(last + 1)]
      },
    },
    { phases: ['think', 'answer'] },
  ),
  kind('two whole arguments under one index and id', 'open-webui/open-webui#22235', {
    phases: ANSWER_ONLY,
    says: () => [says('', { calls: [write, second] }), says(ANSWER)],
    serve: (_, said) =>
      said.calls.length
        ? chat(
            { ...said, calls: [] },
            {
              finish: 'tool_calls',
              edit: ([first = {}, ...rest]) => [
                first,
                chunk({ tool_calls: [toolCall(write, 0)] }),
                chunk({ tool_calls: [{ index: 0, function: { arguments: JSON.stringify(second.args) } }] }),
                ...rest,
              ],
            },
          )
        : chat(said),
    expect: { tools: [...RAN, { name: 'write_file', args: second.args }], reasoning: '' },
  }),
  own(
    'the id of a call changes in each delta',
    'poolsideai/pool#9',
    {
      edit: (events) => {
        let at = 0
        return calls((call) => ({ ...call, id: `call_${at++}` }))(events)
      },
    },
    { phases: ['think', 'answer'] },
  ),
  own(
    'words and a call in one delta',
    'poolsideai/pool#9',
    {
      edit: (events) => {
        const at = events.findIndex((event) => choicesOf(event).some(({ delta }) => delta.tool_calls))
        const delta = choicesOf(events[at] ?? {})[0]?.delta
        if (!delta) return events
        return [
          ...events.slice(0, at),
          chunk({ ...delta, content: '', reasoning_content: '' }),
          ...events.slice(at + 1),
        ]
      },
    },
    { phases: ['think', 'answer'] },
  ),
  kind('harmony: only the analysis is marked', 'ggml-org/llama.cpp#15181', {
    apis: ['chat', 'responses'],
    phases: ALL,
    serve: ({ api }, said) => {
      const text = said.reasoning
        ? `<|channel|>analysis<|message|>${said.reasoning}<|end|>${said.text}`
        : said.text
      const written = { ...said, text, reasoning: '' }
      return api === 'chat' ? chat(written, { every: 7 }) : responses(written, { every: 7 })
    },
  }),
  kind('harmony: a call in the commentary without a recipient', 'NVIDIA/TensorRT-LLM#9256', {
    phases: ANSWER_ONLY,
    says: () => [says(`<|channel|>commentary<|message|>${whole}<|end|>`)],
    serve: (_, said) => chat(said, { every: 6 }),
    // Nobody knows which tool is meant, and no mark of the format reaches the person.
    expect: (phase) => ({
      ...(phase === 'answer' ? { status: 'failed', failure: /empty|no answer|wrote/ } : {}),
      answer: '',
      tools: [],
      reasoning: null,
      mostRequests: 4,
    }),
  }),
  kind('the whole reply as events without delta text, and a usage-only end', 'vercel/ai#7417', {
    phases: ['answer', 'notes'],
    serve: (_, said) =>
      sse([
        ...chatEvents(said).map((event) =>
          event.usage
            ? `data: ${JSON.stringify({ id: 'v0', object: 'chat.completion.chunk', created: 1_752_978_879_176, model: 'm', usage: event.usage })}\n\n`
            : `data: ${JSON.stringify(event)}\n\n`,
        ),
        'data: [DONE]\n\n',
      ]),
  }),
  own(
    'logprobs of each piece and a matched stop',
    'sgl-project/sglang#3912',
    { edit: choices((choice) => ({ ...choice, logprobs: null, matched_stop: null })) },
    { phases: ['answer', 'notes'] },
  ),
  own(
    'null beside the text in every field',
    'microsoft/foundry-local#144',
    { edit: deltas((delta) => ({ name: null, tool_call_id: null, function_call: null, ...delta })) },
    { phases: ['answer', 'notes'] },
  ),
  {
    name: 'the reasoning goes on after the first words',
    source: 'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#interleaved-thinking',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER, { reasoning: REASONING })],
    serve: (_, said) =>
      chat(said, {
        edit: (events) => [
          ...events.slice(0, -2),
          chunk({ reasoning_content: ' It dried by June.' }),
          ...events.slice(-2),
        ],
      }),
    expect: { tools: [], reasoning: /^The gate was painted in May\.\s*It dried by June\.$/ },
  },
]
