import type { Kind } from '../kind'
import { ALL, ANSWER_ONLY, FOREGROUND, kind, NOTED, RAN_BOTH, second, written } from '../make'
import { ANSWER, REASONING, says, write } from '../script'
import {
  type ChatWay,
  chat,
  chatDocument,
  chatEvents,
  chunk,
  data,
  document,
  plain,
  sse,
  toolCall,
  USAGE,
} from '../wire-chat'

type Json = Record<string, unknown>
type CallDelta = Json & { function: Json }
type Choice = Json & { delta: Json & { tool_calls?: CallDelta[] } }
type Change<T> = Json | ((value: T, at: number) => Json)
/** Fields in place of those of the value; one that is undefined is not sent. */
const changed = <T extends Json>(value: T, change: Change<T>, at: number): Json =>
  typeof change === 'function' ? change(value, at) : { ...value, ...change }

const choicesOf = (event: Json) => (event.choices ?? []) as Choice[]
const callsOf = (event: Json) => choicesOf(event)[0]?.delta.tool_calls ?? []
const isCall = (event: Json) => choicesOf(event).some(({ delta }) => delta.tool_calls)
/** Ways to write a stream: each changes every event, choice, delta or delta of a call. */
const events = (change: Change<Json>): ChatWay => ({
  edit: (all) => all.map((event, at) => changed(event, change, at)),
})
const choices = (change: Change<Choice>): ChatWay =>
  events((event, at) => ({ ...event, choices: choicesOf(event).map((one) => changed(one, change, at)) }))
const deltas = (change: Change<Choice['delta']>): ChatWay =>
  choices((choice, at) => ({ ...choice, delta: changed(choice.delta, change, at) }))
const calls = (change: Change<CallDelta>): ChatWay =>
  deltas((delta, at) =>
    delta.tool_calls
      ? { ...delta, tool_calls: delta.tool_calls.map((call) => changed(call, change, at)) }
      : delta,
  )
/** Changes the deltas of a call after the one that names the tool. */
const laterCalls = (fields: Json) => calls((call) => (call.function.name ? call : { ...call, ...fields }))
/** Something before and after each event. */
const between = (before: Json | string, after?: Json | string): ChatWay => ({
  edit: (all) => all.flatMap((event) => [before, event, ...(after ? [after] : [])]),
})
/** Something before the last words: the end and the report of usage. */
const beforeEnd = (...more: Json[]): ChatWay => ({
  edit: (all) => [...all.slice(0, -2), ...more, ...all.slice(-2)],
})

/** The calls in one whole event each, as Ollama, Gemini and Workers AI send them. */
const joined = (all: Json[], change: Change<CallDelta & { function: { arguments: string } }>): Json[] => {
  const parts = all.filter(isCall).flatMap(callsOf)
  const whole = parts.flatMap((first) => {
    if (!first.function.name) return []
    const own = parts.filter(({ index }) => index === first.index)
    const args = own.map((one) => one.function.arguments ?? '').join('')
    return [{ ...first, function: { name: first.function.name, arguments: args } }]
  })
  const at = all.findIndex(isCall)
  if (at < 0) return all
  const others = all.filter((event) => !isCall(event))
  const made = whole.map((call, index) => chunk({ tool_calls: [changed(call, change, index)] }))
  return [...others.slice(0, at), ...made, ...others.slice(at)]
}
const wholeCalls = (change: Parameters<typeof joined>[1]): ChatWay => ({
  edit: (all) => joined(all, change),
})

/** A call's deltas one by one, or its single delta split in others. */
const splitCall = (change: (call: CallDelta) => Json[]): ChatWay => ({
  edit: (all) =>
    all.flatMap((event) => {
      const [call] = callsOf(event)
      return call?.function.name ? change(call).map((one) => chunk({ tool_calls: [one] })) : [event]
    }),
})

/** Two calls, written event by event. */
const twoCalls = (name: string, source: string, made: Json[]): Kind =>
  kind(name, source, {
    phases: ANSWER_ONLY,
    says: () => [says('', { calls: [write, second] }), says(ANSWER)],
    serve: (_, said) =>
      said.calls.length
        ? chat(
            { ...said, calls: [] },
            { finish: 'tool_calls', edit: ([first = {}, ...rest]) => [first, ...made, ...rest] },
          )
        : chat(said),
    expect: { tools: RAN_BOTH, reasoning: '' },
  })
const part = (index: number, call: typeof write | null, args: string): Json => {
  const head = call ? { id: call.id, type: 'function' } : {}
  const name = call ? { name: call.name } : {}
  return chunk({ tool_calls: [{ index, ...head, function: { ...name, arguments: args } }] })
}
const bare = (fields: Json) => chunk({ tool_calls: [fields] })
const [one, two] = [JSON.stringify(write.args), JSON.stringify(second.args)]

const FILTER = {
  hate: { filtered: false, severity: 'safe' },
  violence: { filtered: false, severity: 'safe' },
}
const EMPTY = { id: '', object: '', created: 0, model: '' }
const FOUNDRY = 'microsoft/foundry-local#144'
const WORKERS_AI = 'vercel/ai#4031'
const UNTYPED = 'own: proxies in untyped languages'
const PERPLEXITY = 'https://docs.perplexity.ai/api-reference/chat-completions-post'
const SSE = 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream'
const GEMINI = 'https://ai.google.dev/gemini-api/docs/openai'
const IN_TURN = { phases: FOREGROUND }
const IN_NOTES = { phases: NOTED }

const fields: Kind[] = [
  written('an empty role in every delta', 'MiniMax-AI/MiniMax-M2.5#2', deltas({ role: '' })),
  written('role null', 'sgl-project/sglang#3912', deltas({ role: null })),
  written('the role in every delta', 'ollama/ollama#4357', deltas({ role: 'assistant' })),
  written('role model', 'own: gateways that pass on the role of Gemini', deltas({ role: 'model' })),
  written('an empty type of tool calls', 'vercel/ai#6041', calls({ type: '' })),
  written('type null of tool calls', 'vercel/ai#6041', calls({ type: null })),
  written('no type of tool calls', 'vercel/ai#6041', calls({ type: undefined })),
  written('choices without index', WORKERS_AI, choices({ index: undefined })),
  written(
    'choices without finish_reason',
    WORKERS_AI,
    choices((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? undefined })),
  ),
  written(
    'an empty finish_reason until the end',
    'ollama/ollama#4357',
    choices((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? '' })),
  ),
  written(
    'delta null in the last event',
    'openai/openai-python#1677',
    choices((choice) => (choice.finish_reason ? { ...choice, delta: null } : choice)),
  ),
  written(
    'no delta in the last event',
    'envoyproxy/ai-gateway#2107',
    choices((choice) => (choice.finish_reason ? { ...choice, delta: undefined } : choice)),
  ),
  written('events without choices', 'openclaw/openclaw#15819', {
    edit: (all) => [{ id: 'x', object: 'ping' }, ...all.flatMap((event) => [event, { id: 'x' }])],
  }),
  written('choices null', 'RooCodeInc/Roo-Code#9105', {
    edit: (all) => [
      { ...chunk({}), choices: null },
      ...all.map((event) => (choicesOf(event).length ? event : { ...event, choices: null })),
    ],
  }),
  written(
    'empty choices between the others',
    'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    between({ ...chunk({}), choices: [] }),
  ),
  written('created as text', 'sashabaranov/go-openai#1003', events({ created: '2026-11-28T10:00:00Z' })),
  written('created with decimals', 'Mintplex-Labs/anything-llm#2926', events({ created: 1_790_000_000.25 })),
  written(
    'id, model and created null',
    'openvinotoolkit/model_server#3553',
    events({ id: null, model: null, created: null }),
  ),
  written('a numeric id', 'own: a field that nobody needs', events({ id: 12_345 })),
  written(
    'arguments as an object',
    'https://developers.cloudflare.com/workers-ai/features/function-calling/',
    wholeCalls((call) => ({
      ...call,
      function: { ...call.function, arguments: JSON.parse(call.function.arguments) as Json },
    })),
  ),
  written('calls whole, without index', 'CherryHQ/cherry-studio#10958', wholeCalls({ index: undefined })),
  written('calls whole, without an id', 'vllm-project/vllm#18412', wholeCalls({ id: undefined })),
  written(
    'the index of calls as text',
    UNTYPED,
    calls((call) => ({ ...call, index: String(call.index) })),
  ),
  written(
    'the index of calls from 1',
    'BerriAI/litellm#11407',
    calls((call) => ({ ...call, index: Number(call.index) + 1 })),
  ),
  written('the name repeated in each delta', 'NousResearch/hermes-agent#11984', {
    edit: (all) => {
      const name = all.flatMap(callsOf)[0]?.function.name
      const repeated = calls((call) => ({ ...call, function: { ...call.function, name } }))
      return repeated.edit?.(all) ?? all
    },
  }),
  written(
    'name null or empty after the first delta',
    'lmstudio-ai/lmstudio-bug-tracker#649',
    calls((call) =>
      call.function.name ? call : { ...call, type: 'function', function: { ...call.function, name: '' } },
    ),
  ),
  written('an empty id after the first delta', 'anomalyco/opencode#37841', laterCalls({ id: '' })),
  written('id null after the first delta', 'agno-agi/agno#3826', laterCalls({ id: null })),
  written('id null everywhere', 'vllm-project/vllm#18412', calls({ id: null })),
  written('the id repeated in each delta', 'BerriAI/litellm#11407', {
    edit: (all) => calls({ id: all.flatMap(callsOf)[0]?.id }).edit?.(all) ?? all,
  }),
  written(
    'the arguments missing in the first delta',
    'own: names that come before their arguments',
    splitCall((call) => [
      { ...call, function: { name: call.function.name } },
      { index: call.index, function: { arguments: call.function.arguments } },
    ]),
  ),
  written(
    'tool_calls null and empty beside text',
    FOUNDRY,
    deltas((delta, at) => (delta.tool_calls ? delta : { ...delta, tool_calls: at % 2 ? null : [] })),
  ),
  written(
    'finish_reason stop with tool calls',
    'ENTERPILOT/GoModel#124',
    choices((choice) => (choice.finish_reason ? { ...choice, finish_reason: 'stop' } : choice)),
  ),
  written('finish_reason tool_calls without tool calls', 'own: the reverse of what OpenAI itself does', {
    finish: 'tool_calls',
  }),
  written(
    'finish_reason function_call',
    'https://platform.openai.com/docs/api-reference/chat/object',
    choices((choice) =>
      choice.finish_reason === 'tool_calls' ? { ...choice, finish_reason: 'function_call' } : choice,
    ),
  ),
  written(
    'foreign annotations and citations',
    'https://openrouter.ai/docs/features/web-search',
    deltas({
      annotations: [{ type: 'file', file: { hash: 'x', content: [] } }, { kind: 3 }],
      citations: ['https://example.org'],
    }),
  ),
  written(
    'logprobs and audio that are not of the schema',
    FOUNDRY,
    choices({ logprobs: { tokens: ['x'] }, audio: {}, matched_stop: 2 }),
  ),
  written('usage in every event', PERPLEXITY, events({ usage: USAGE })),
  written(
    'usage null in every event',
    'https://platform.openai.com/docs/api-reference/chat-streaming',
    events((event) => ({ usage: null, ...event })),
  ),
  written('usage of text and decimals', UNTYPED, {
    usage: { prompt_tokens: '120', completion_tokens: '20', total_tokens: '140' },
  }),
  written('usage with null details', 'openai/openai-agents-js#107', {
    usage: { ...USAGE, prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: null } },
  }),
  written('the whole answer again in the last event', PERPLEXITY, {
    edit: (all) => {
      const content = all.map((event) => choicesOf(event)[0]?.delta.content ?? '').join('')
      const message = { role: 'assistant', content }
      const again = choices((choice) => (choice.finish_reason ? { ...choice, message } : choice))
      return again.edit?.(all) ?? all
    },
  }),
  written(
    'a delta of only null',
    FOUNDRY,
    deltas((delta) => ({ content: null, reasoning_content: null, tool_calls: null, ...delta })),
  ),
  written('one event per character', 'own: small local models', { every: 1 }),
  written('text, calls and end in one event', 'poolsideai/pool#9', {
    edit: (all) => {
      const made = joined(all, {}).flatMap(choicesOf)
      const text = (name: string) => made.map(({ delta }) => delta[name] ?? '').join('')
      const tool_calls = made.flatMap(({ delta }) => delta.tool_calls ?? [])
      const finish = made.findLast(({ finish_reason }) => finish_reason)?.finish_reason as string
      const delta = {
        ...{ role: 'assistant', content: text('content') },
        ...(text('reasoning_content') ? { reasoning_content: text('reasoning_content') } : {}),
        ...(tool_calls.length ? { tool_calls } : {}),
      }
      return [chunk(delta, finish)]
    },
  }),
  written('every event in one packet', 'own: proxies that buffer', {
    edit: (all) => [all.map(data).join('')],
  }),
]

const framing: Kind[] = [
  written('ping events', 'caozhiyuan/copilot-api#88', between('event: ping\ndata: {"type": "ping"}\n\n')),
  written('ping events without JSON', 'caozhiyuan/copilot-api#88', between('event: ping\ndata: ping\n\n')),
  written('empty data lines', 'netease-lcap/wave-agent#1326', between('data: \n\n', 'data:\n\n')),
  written(
    'comment lines',
    'https://openrouter.ai/docs/api_reference/streaming#additional-information',
    between(': OPENROUTER PROCESSING\n\n'),
  ),
  written('CRLF line ends', SSE, { frame: (json) => `data: ${json}\r\n\r\n` }),
  written('CR line ends', SSE, { frame: (json) => `data: ${json}\r\r` }),
  written('no space after data:', SSE, { frame: (json) => `data:${json}\n\n` }),
  written('event, id and retry lines', SSE, {
    frame: (json) => `id: 7\nevent: message\nretry: 3000\ndata: ${json}\n\n`,
  }),
  written('data over several lines', SSE, {
    frame: (json) =>
      json === '[DONE]'
        ? `data: ${json}\n\n`
        : `${JSON.stringify(JSON.parse(json), null, 1).replace(/^/gm, 'data: ')}\n\n`,
  }),
  written('a byte order mark', SSE, { edit: (all) => ['\uFEFF', ...all] }),
  written('no [DONE]', GEMINI, { done: '' }),
  written('no [DONE] and no usage', GEMINI, { done: '', usage: null }),
  written('[DONE] without a finish_reason', 'jakobdylanc/llmcord#84', { finish: null }),
  written('usage after [DONE]', 'own: gateways that append the usage', {
    edit: (all) => all.filter((event) => choicesOf(event).length > 0),
    done: `data: [DONE]\n\n${data({ ...chunk({}), choices: [], usage: USAGE })}`,
  }),
  kind(
    'a whole document instead of a stream',
    'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    { phases: ALL, serve: (_, said) => document(200, chatDocument(said)) },
  ),
  kind('a whole document as the only event', 'own: gateways that make a stream of a whole answer', {
    phases: ALL,
    serve: (_, said) => plain(200, `${data(chatDocument(said))}data: [DONE]\n\n`, 'text/event-stream'),
  }),
  kind('a stream that says it is JSON', 'SaladDay/cc-switch-cli#170', {
    phases: ALL,
    serve: (_, said) => ({ ...chat(said), headers: { 'content-type': 'application/json' } }),
  }),
]

const services: Kind[] = [
  written(
    'Azure: the prompt’s filter results come first, without choices',
    'AbanteAI/archive-old-cli-mentat#429',
    {
      edit: (all) => [
        {
          ...{ ...EMPTY, system_fingerprint: null, choices: [] },
          prompt_filter_results: [{ prompt_index: 0, content_filter_results: FILTER }],
        },
        ...all,
      ],
    },
  ),
  written(
    'Azure: filter results without a delta between and after the words',
    'langchain-ai/langchain#18977',
    {
      edit: (all) =>
        all.flatMap((event) => [
          event,
          {
            ...EMPTY,
            choices: [
              {
                ...{ index: 0, finish_reason: null, content_filter_results: FILTER },
                content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 198 },
              },
            ],
          },
        ]),
    },
  ),
  written(
    'Azure: filter results in every choice',
    'CopilotKit/CopilotKit#2468',
    choices({
      content_filter_results: FILTER,
      content_filter_result: {
        error: { code: 'content_filter_error', message: 'The contents are not filtered' },
      },
    }),
  ),
  twoCalls('two calls with the same index', 'vercel/ai#14277', [
    bare(toolCall(write, 0)),
    bare(toolCall(second, 0)),
  ]),
  twoCalls('two calls with the same index, in parts', 'google-deepmind/amplio#3', [
    part(0, write, one.slice(0, 10)),
    part(0, null, one.slice(10)),
    part(0, second, two.slice(0, 10)),
    part(0, null, two.slice(10)),
  ]),
  twoCalls(
    'two calls with parts in turn',
    'https://platform.openai.com/docs/guides/function-calling#streaming',
    [
      part(0, write, ''),
      part(1, second, ''),
      part(0, null, one.slice(0, 10)),
      part(1, null, two.slice(0, 10)),
      part(1, null, two.slice(10)),
      part(0, null, one.slice(10)),
    ],
  ),
  twoCalls('two calls with the same id', 'skye-harris/hass_local_openai_llm#92', [
    bare(toolCall({ ...write, id: 'call_0' }, 0)),
    bare(toolCall({ ...second, id: 'call_0' }, 1)),
  ]),
  twoCalls('two calls without id and index', 'huggingface/smolagents#1958', [
    bare({ function: { name: write.name, arguments: one } }),
    bare({ function: { name: second.name, arguments: two } }),
  ]),
  twoCalls('two calls, indexes with a gap', 'BerriAI/litellm#11407', [
    bare(toolCall(write, 1)),
    bare(toolCall(second, 4)),
  ]),
  twoCalls('two whole arguments under one index and id', 'open-webui/open-webui#22235', [
    bare(toolCall(write, 0)),
    bare({ index: 0, function: { arguments: two } }),
  ]),
  written('OpenRouter: two events with a finish_reason', 'skye-harris/hass_local_openai_llm#92', {
    edit: (all) => {
      const last = all.findLast((event) => choicesOf(event).some(({ finish_reason }) => finish_reason)) ?? {}
      return [...all.filter((event) => event !== last && !event.usage), last, { ...last, usage: USAGE }]
    },
  }),
  written('the last words beside the finish_reason', 'envoyproxy/ai-gateway#2107', {
    edit: (all) => {
      const text = all.findLastIndex((event) => choicesOf(event).some(({ delta }) => delta.content))
      const end = all.findLastIndex((event) => choicesOf(event).some(({ finish_reason }) => finish_reason))
      if (text < 0 || end !== text + 1) return all
      const [words, last] = [choicesOf(all[text] ?? {})[0], choicesOf(all[end] ?? {})[0]]
      const merged = chunk(words?.delta ?? {}, last?.finish_reason as string)
      return [...all.slice(0, text), merged, ...all.slice(end + 1)]
    },
  }),
  written(
    'Gemini: an event with finish_reason STOP and no delta',
    'envoyproxy/ai-gateway#2107',
    {
      finish: null,
      edit: (all) => [
        ...all,
        {
          ...{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' },
          choices: [{ index: 0, finish_reason: 'stop' }],
        },
      ],
    },
    IN_NOTES,
  ),
  kind(
    'legacy function_call',
    'https://platform.openai.com/docs/api-reference/chat/create (deprecated function_call)',
    {
      phases: FOREGROUND,
      serve(_, said) {
        const [call] = said.calls
        if (!call) return chat(said)
        const parts = [{ name: call.name, arguments: '' }, { arguments: JSON.stringify(call.args) }]
        const way = beforeEnd(...parts.map((function_call) => chunk({ function_call })))
        return chat({ ...said, calls: [] }, { finish: 'function_call', ...way })
      },
    },
  ),
]

/** Found in reports about services while this bench was written. */
const reports: Kind[] = [
  kind('digits as JSON numbers', 'cloudflare/ai#651', {
    phases: ANSWER_ONLY,
    says: () => [says('The gate is 6 m wide, 12 m long.')],
    serve: (_, said) =>
      chat(said, {
        edit: (all) => [
          all[0] ?? {},
          ...(said.text.match(/\d+|\D+/g) ?? []).map((part) =>
            chunk({ content: /^\d/.test(part) ? Number(part) : part }),
          ),
          ...all.slice(-2),
        ],
      }),
    expect: { answer: 'The gate is 6 m wide, 12 m long.', tools: [], reasoning: '' },
  }),
  written('events that are null', 'Kilo-Org/kilocode#3083', between('data: null\n\n')),
  written('comments as data', 'mnfst/llm-gateway#2053', {
    edit: (all) => [...Array(3).fill('data: : OPENROUTER PROCESSING\n\n'), ...all],
  }),
  written(
    'a message beside each delta, and any index',
    FOUNDRY,
    events((event, at) => ({
      ...event,
      choices: choicesOf(event).map((choice) => ({
        ...{ ...choice, message: choice.delta, finish_details: null, index: at },
      })),
      ...{ id: `chat.id.${at}`, error: null, HttpStatusCode: 0, Successful: true },
    })),
  ),
  written(
    'finish_reason stop in every event',
    'open-webui/open-webui#16377',
    choices((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? 'stop' })),
  ),
  written(
    'finish_reason stop in the first event',
    'open-webui/open-webui#23921',
    choices((choice, at) => (at === 0 ? { ...choice, finish_reason: 'stop' } : choice)),
  ),
  written(
    'finishReason beside a null finish_reason',
    'jakobdylanc/llmcord#84',
    choices((choice) => ({ ...choice, finish_reason: null, finishReason: choice.finish_reason })),
  ),
  written(
    'the name in parts',
    'continuedev/continue#5849',
    splitCall((call) => {
      const { name, arguments: args } = call.function
      return [
        { ...call, function: { name: String(name).slice(0, 5), arguments: '' } },
        { index: call.index, function: { name: String(name).slice(5), arguments: args } },
      ]
    }),
    IN_TURN,
  ),
  written(
    'the whole arguments again at the end',
    'lidge-jun/opencodex#361',
    {
      edit: (all) => {
        const last = all.findLastIndex(isCall)
        if (last < 0) return all
        const args = all.flatMap(callsOf).map((call) => call.function.arguments ?? '')
        const again = bare({ index: 0, function: { arguments: args.join('') } })
        return [...all.slice(0, last + 1), again, ...all.slice(last + 1)]
      },
    },
    IN_TURN,
  ),
  written(
    'the id of a call changes in each delta',
    'poolsideai/pool#9',
    calls((call, at) => ({ ...call, id: `call_${at}` })),
    IN_TURN,
  ),
  written(
    'words and a call in one delta',
    'poolsideai/pool#9',
    {
      edit: (all) => {
        const at = all.findIndex(isCall)
        const delta = choicesOf(all[at] ?? {})[0]?.delta
        return delta ? all.with(at, chunk({ ...delta, content: '', reasoning_content: '' })) : all
      },
    },
    IN_TURN,
  ),
  kind('the whole reply as events without delta text, and a usage-only end', 'vercel/ai#7417', {
    phases: NOTED,
    serve(_, said) {
      const end = { id: 'v0', object: 'chat.completion.chunk', created: 1_752_978_879_176, model: 'm' }
      const sent = chatEvents(said).map((event) => (event.usage ? { ...end, usage: event.usage } : event))
      return sse([...sent.map(data), 'data: [DONE]\n\n'])
    },
  }),
  written(
    'logprobs of each piece and a matched stop',
    'sgl-project/sglang#3912',
    choices({ logprobs: null, matched_stop: null }),
    IN_NOTES,
  ),
  written(
    'null beside the text in every field',
    FOUNDRY,
    deltas((delta) => ({ name: null, tool_call_id: null, function_call: null, ...delta })),
    IN_NOTES,
  ),
  kind(
    'the reasoning goes on after the first words',
    'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#interleaved-thinking',
    {
      phases: ANSWER_ONLY,
      says: () => [says(ANSWER, { reasoning: REASONING })],
      serve: (_, said) => chat(said, beforeEnd(chunk({ reasoning_content: ' It dried by June.' }))),
      expect: { tools: [], reasoning: /^The gate was painted in May\.\s*It dried by June\.$/ },
    },
  ),
  written(
    'white space before a tool call',
    'ai-dynamo/dynamo#4723',
    { edit: ([first = {}, ...rest]) => [first, chunk({ content: '\n\n' }), ...rest] },
    IN_TURN,
  ),
  kind('words after the tool call', 'ai-dynamo/dynamo#4723', {
    phases: ANSWER_ONLY,
    serve: (_, said) =>
      said.calls.length ? chat(said, beforeEnd(chunk({ content: 'I write it down.' }))) : chat(said),
    expect: { answer: /^I write it down\.\s+The gate is painted \*\*green\*\*\.$/ },
  }),
  kind('a vLLM stream that says it is OpenAI’s and has no id', 'mlflow/mlflow#12767', {
    phases: NOTED,
    serve(_, said) {
      const sent = chatEvents(said).map(({ choices, usage }) => ({
        ...{ object: 'chat.completion', choices },
        ...(usage ? { usage } : {}),
      }))
      return sse([...sent.map(data), 'data: [DONE]\n\n'])
    },
  }),
  kind('notes that are no errors, between the words', 'own: gateways with fields for everything', {
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER)],
    serve(_, said) {
      const errors = [{}, 0, '', { message: '', code: 0 }, 'null']
      return chat(said, {
        edit: (all) => [
          { message: 'processing' },
          { detail: 'keepalive' },
          ...all.map((event, at) => ({ ...event, error: errors[at % errors.length] })),
          { base_resp: { status_code: '0', status_msg: 'success' }, choices: [] },
        ],
      })
    },
    expect: { tools: [], reasoning: '' },
  }),
  kind('the whole message after its deltas', 'own: gateways that add the completion to the stream', {
    phases: FOREGROUND,
    serve(_, said) {
      const message = { role: 'assistant', content: said.text, reasoning_content: said.reasoning }
      const finish_reason = said.calls.length ? 'tool_calls' : 'stop'
      const whole = { choices: [{ index: 0, message, finish_reason }] }
      return chat(said, { finish: null, edit: (all) => [...all, whole] })
    },
  }),
]

export const chatEventKinds: Kind[] = [...fields, ...framing, ...services, ...reports]
