import type { Kind } from '../kind'
import { ALL, written, writtenResponses } from '../make'
import { chat, chatDocument, chunk, document, USAGE } from '../wire-chat'
import { itemsOf, response } from '../wire-responses'

type Json = Record<string, unknown>
type Choice = Json & { delta: Json & { tool_calls?: (Json & { function: Json })[] } }
const choicesOf = (event: Json) => (event.choices ?? []) as Choice[]
/** Changes the choices of every event. */
const choices = (change: (choice: Choice, at: number) => Json) => (events: Json[]) =>
  events.map((event, at) => ({ ...event, choices: choicesOf(event).map((one) => change(one, at)) }))
const deltas = (change: (delta: Choice['delta'], at: number) => Json) =>
  choices((choice, at) => ({ ...choice, delta: change(choice.delta, at) }))
type CallDelta = Json & { function: Json }
/** Changes every delta of a tool call. `first` = it names the tool. */
const calls = (change: (call: CallDelta, first: boolean) => Json) =>
  deltas((delta) =>
    delta.tool_calls
      ? {
          ...delta,
          tool_calls: delta.tool_calls.map((call) => change(call, call.function.name !== undefined)),
        }
      : delta,
  )
const without = (value: Json, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

const MINIMAX = 'https://github.com/MiniMax-AI/MiniMax-M2.5/issues/2'
const WORKERS_AI = 'https://github.com/vercel/ai/pull/4031'
const SSE = 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream'

/** One of P4's forms of a stream. */
const odd = (name: string, source: string, way: Parameters<typeof chat>[1] = {}): Kind =>
  written({ name, finding: 'P4', source, way })

/** The calls in one whole event each, as Ollama, Gemini and Workers AI send them. */
const wholeCalls =
  (change: (call: Json & { function: Json & { arguments: string } }, at: number) => Json) =>
  (events: Json[]) => {
    const isCall = (event: Json) => choicesOf(event).some(({ delta }) => delta.tool_calls)
    const parts = events.filter(isCall).flatMap((event) => choicesOf(event)[0]?.delta.tool_calls ?? [])
    const byIndex = new Map<unknown, CallDelta[]>()
    for (const part of parts) byIndex.set(part.index, [...(byIndex.get(part.index) ?? []), part])
    const whole = [...byIndex.values()].map(([first, ...rest]) => ({
      ...first,
      function: {
        name: first?.function.name,
        arguments: [first, ...rest].map((part) => part?.function.arguments ?? '').join(''),
      },
    }))
    const at = events.findIndex(isCall)
    if (at < 0) return events
    const others = events.filter((event) => !isCall(event))
    return [
      ...others.slice(0, at),
      ...whole.map((call, index) => chunk({ tool_calls: [change(call, index)] })),
      ...others.slice(at),
    ]
  }

export const oddEvents: Kind[] = [
  odd('an empty role in every delta', MINIMAX, { edit: deltas((delta) => ({ ...delta, role: '' })) }),
  odd('role null', 'https://github.com/vercel/ai/issues/4030', {
    edit: deltas((delta) => ({ ...delta, role: null })),
  }),
  odd('the role in every delta', 'https://github.com/ollama/ollama/blob/main/openai/openai.go', {
    edit: deltas((delta) => ({ ...delta, role: 'assistant' })),
  }),
  odd('role model', 'https://github.com/BerriAI/litellm/issues/5995', {
    edit: deltas((delta) => ({ ...delta, role: 'model' })),
  }),
  odd('an empty type of tool calls', 'https://github.com/vercel/ai/issues/7255', {
    edit: calls((call) => ({ ...call, type: '' })),
  }),
  odd('type null of tool calls', 'https://github.com/vercel/ai/issues/6041', {
    edit: calls((call) => ({ ...call, type: null })),
  }),
  odd('no type of tool calls', 'https://github.com/vercel/ai/issues/6041', {
    edit: calls((call) => without(call, 'type')),
  }),
  odd('choices without index', WORKERS_AI, { edit: choices((choice) => without(choice, 'index')) }),
  odd('choices without finish_reason', WORKERS_AI, {
    edit: choices((choice) => (choice.finish_reason === null ? without(choice, 'finish_reason') : choice)),
  }),
  odd('an empty finish_reason until the end', 'https://github.com/vercel/ai/issues/4692', {
    edit: choices((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? '' })),
  }),
  odd('delta null in the last event', 'https://github.com/open-webui/open-webui/issues/9462', {
    edit: (events) =>
      events.map((event) => ({
        ...event,
        choices: choicesOf(event).map((choice) =>
          choice.finish_reason ? { ...choice, delta: null } : choice,
        ),
      })),
  }),
  odd('no delta in the last event', 'https://github.com/open-webui/open-webui/issues/9462', {
    edit: choices((choice) => (choice.finish_reason ? without(choice, 'delta') : choice)),
  }),
  odd('events without choices', 'https://github.com/continuedev/continue/issues/5304', {
    edit: (events) => [{ id: 'x', object: 'ping' }, ...events.flatMap((event) => [event, { id: 'x' }])],
  }),
  odd('choices null', 'https://github.com/vercel/ai/issues/8231', {
    edit: (events) => [
      { ...chunk({}), choices: null },
      ...events.map((event) => (choicesOf(event).length ? event : { ...event, choices: null })),
    ],
  }),
  odd(
    'empty choices between the others',
    'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    {
      edit: (events) => events.flatMap((event) => [{ ...chunk({}), choices: [] }, event]),
    },
  ),
  odd('created as text', 'https://github.com/vercel/ai/issues/4189', {
    edit: (events) => events.map((event) => ({ ...event, created: '2026-11-28T10:00:00Z' })),
  }),
  odd('created with decimals', 'https://github.com/BerriAI/litellm/issues/3862', {
    edit: (events) => events.map((event) => ({ ...event, created: 1_790_000_000.25 })),
  }),
  odd('id, model and created null', 'https://github.com/vercel/ai/issues/4189', {
    edit: (events) => events.map((event) => ({ ...event, id: null, model: null, created: null })),
  }),
  odd('a numeric id', 'https://github.com/vercel/ai/issues/4189', {
    edit: (events) => events.map((event) => ({ ...event, id: 12_345 })),
  }),
  odd('arguments as an object', 'https://developers.cloudflare.com/workers-ai/features/function-calling/', {
    edit: wholeCalls((call) => ({
      ...call,
      function: { ...call.function, arguments: JSON.parse(call.function.arguments) as Json },
    })),
  }),
  odd('calls whole, without index', 'https://github.com/CherryHQ/cherry-studio/issues/10958', {
    edit: wholeCalls((call) => without(call, 'index')),
  }),
  odd('calls whole, without an id', 'https://github.com/ollama/ollama/issues/7881', {
    edit: wholeCalls((call) => without(call, 'id')),
  }),
  odd('the index of calls as text', 'own: proxies in untyped languages', {
    edit: calls((call) => ({ ...call, index: String(call.index) })),
  }),
  odd('the index of calls from 1', 'https://github.com/BerriAI/litellm/issues/7390', {
    edit: calls((call) => ({ ...call, index: Number(call.index) + 1 })),
  }),
  odd('the name repeated in each delta', 'https://github.com/vercel/ai/issues/7919', {
    edit: (events) => {
      let name: unknown
      return calls((call) => {
        name = call.function.name ?? name
        return { ...call, function: { ...call.function, name } }
      })(events)
    },
  }),
  odd('name null or empty after the first delta', 'https://github.com/vercel/ai/issues/6687', {
    edit: calls((call, first) =>
      first ? call : { ...call, type: 'function', function: { ...call.function, name: '' } },
    ),
  }),
  odd('an empty id after the first delta', 'https://github.com/vercel/ai/issues/6687', {
    edit: calls((call, first) => (first ? call : { ...call, id: '' })),
  }),
  odd('id null after the first delta', 'https://github.com/vercel/ai/issues/6687', {
    edit: calls((call, first) => (first ? call : { ...call, id: null })),
  }),
  odd('id null everywhere', 'https://github.com/ollama/ollama/issues/7881', {
    edit: calls((call) => ({ ...call, id: null })),
  }),
  odd('the id repeated in each delta', 'https://github.com/sgl-project/sglang/issues/3912', {
    edit: (events) => {
      let id: unknown
      return calls((call) => {
        id = call.id ?? id
        return { ...call, id }
      })(events)
    },
  }),
  odd('the arguments missing in the first delta', 'https://github.com/vllm-project/vllm/issues/16340', {
    edit: (events) =>
      events.flatMap((event) => {
        const call = choicesOf(event)[0]?.delta.tool_calls?.[0]
        if (!call || call.function.name === undefined) return [event]
        return [
          chunk({ tool_calls: [{ ...call, function: { name: call.function.name } }] }),
          chunk({ tool_calls: [{ index: call.index, function: { arguments: call.function.arguments } }] }),
        ]
      }),
  }),
  odd('tool_calls null and empty beside text', 'https://github.com/sgl-project/sglang/issues/5053', {
    edit: deltas((delta, at) => (delta.tool_calls ? delta : { ...delta, tool_calls: at % 2 ? null : [] })),
  }),
  odd('finish_reason stop with tool calls', 'https://github.com/ollama/ollama/issues/7881', {
    edit: choices((choice) => (choice.finish_reason ? { ...choice, finish_reason: 'stop' } : choice)),
  }),
  odd('finish_reason tool_calls without tool calls', 'https://github.com/vllm-project/vllm/issues/9693', {
    finish: 'tool_calls',
  }),
  odd('finish_reason function_call', 'https://platform.openai.com/docs/api-reference/chat/object', {
    edit: choices((choice) =>
      choice.finish_reason === 'tool_calls' ? { ...choice, finish_reason: 'function_call' } : choice,
    ),
  }),
  odd('foreign annotations and citations', 'https://openrouter.ai/docs/features/web-search', {
    edit: deltas((delta) => ({
      ...delta,
      annotations: [{ type: 'file', file: { hash: 'x', content: [] } }, { kind: 3 }],
      citations: ['https://example.org'],
    })),
  }),
  odd('logprobs and audio that are not of the schema', 'https://github.com/vercel/ai/issues/4692', {
    edit: choices((choice) => ({ ...choice, logprobs: { tokens: ['x'] }, audio: {}, matched_stop: 2 })),
  }),
  odd('ping events', 'https://docs.anthropic.com/en/docs/build-with-claude/streaming#ping-events', {
    edit: (events) =>
      events.flatMap((event) => ['event: ping\ndata: {"type": "ping"}\n\n', event as Json | string]),
  }),
  odd('ping events without JSON', 'https://github.com/continuedev/continue/issues/5304', {
    edit: (events) => events.flatMap((event) => ['event: ping\ndata: ping\n\n', event as Json | string]),
  }),
  odd('empty data lines', 'https://github.com/openai/openai-python/issues/1746', {
    edit: (events) => events.flatMap((event) => ['data: \n\n', event as Json | string, 'data:\n\n']),
  }),
  odd('comment lines', 'https://openrouter.ai/docs/api_reference/streaming#additional-information', {
    edit: (events) => events.flatMap((event) => [': OPENROUTER PROCESSING\n\n', event as Json | string]),
  }),
  odd('CRLF line ends', SSE, { frame: (json) => `data: ${json}\r\n\r\n` }),
  odd('CR line ends', SSE, { frame: (json) => `data: ${json}\r\r` }),
  odd('no space after data:', SSE, { frame: (json) => `data:${json}\n\n` }),
  odd('one line end after each event', 'https://github.com/ggml-org/llama.cpp/issues/7277', {
    frame: (json) => `data: ${json}\n`,
  }),
  odd('event, id and retry lines', SSE, {
    frame: (json) => `id: 7\nevent: message\nretry: 3000\ndata: ${json}\n\n`,
  }),
  odd('data over several lines', SSE, {
    frame: (json) =>
      json === '[DONE]'
        ? `data: ${json}\n\n`
        : `${JSON.stringify(JSON.parse(json), null, 1)
            .split('\n')
            .map((line) => `data: ${line}`)
            .join('\n')}\n\n`,
  }),
  odd('a byte order mark', SSE, { edit: (events) => ['\uFEFF', ...events] }),
  odd('no [DONE]', 'https://ai.google.dev/gemini-api/docs/openai', { done: '' }),
  odd('no [DONE] and no usage', 'https://github.com/ggml-org/llama.cpp/issues/9292', {
    done: '',
    usage: null,
  }),
  odd('[DONE] without a finish_reason', 'https://github.com/vercel/ai/issues/4692', { finish: null }),
  odd('usage after [DONE]', 'https://github.com/BerriAI/litellm/issues/12276', {
    edit: (events) => events.filter((event) => choicesOf(event).length > 0),
    done: `data: [DONE]\n\ndata: ${JSON.stringify({ ...chunk({}), choices: [], usage: USAGE })}\n\n`,
  }),
  odd('usage in every event', 'https://docs.perplexity.ai/api-reference/chat-completions-post', {
    edit: (events) => events.map((event) => ({ ...event, usage: USAGE })),
  }),
  odd('usage null in every event', 'https://platform.openai.com/docs/api-reference/chat-streaming', {
    edit: (events) => events.map((event) => ({ usage: null, ...event })),
  }),
  odd('usage of text and decimals', 'https://github.com/vercel/ai/issues/6589', {
    usage: { prompt_tokens: '120', completion_tokens: '20', total_tokens: '140' },
  }),
  odd('usage with null details', 'https://github.com/vercel/ai/issues/6589', {
    usage: { ...USAGE, prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: null } },
  }),
  odd(
    'the whole answer again in the last event',
    'https://docs.perplexity.ai/api-reference/chat-completions-post',
    {
      edit: (events) => {
        const text = events.map((event) => choicesOf(event)[0]?.delta.content ?? '').join('')
        return events.map((event) => ({
          ...event,
          choices: choicesOf(event).map((choice) =>
            choice.finish_reason ? { ...choice, message: { role: 'assistant', content: text } } : choice,
          ),
        }))
      },
    },
  ),
  odd('a delta of only null', 'https://github.com/sgl-project/sglang/issues/5053', {
    edit: deltas((delta) => ({ content: null, reasoning_content: null, tool_calls: null, ...delta })),
  }),
  odd('one event per character', 'own: small local models', { every: 1 }),
  odd('text, calls and end in one event', 'https://github.com/ollama/ollama/issues/7881', {
    edit: (events) => {
      const all = wholeCalls((call) => call)(events).flatMap(choicesOf)
      const joined = (name: string) => all.map(({ delta }) => delta[name] ?? '').join('')
      const tool_calls = all.flatMap(({ delta }) => delta.tool_calls ?? [])
      const finish = all.findLast(({ finish_reason }) => finish_reason)?.finish_reason as string
      return [
        chunk(
          {
            role: 'assistant',
            content: joined('content'),
            ...(joined('reasoning_content') ? { reasoning_content: joined('reasoning_content') } : {}),
            ...(tool_calls.length ? { tool_calls } : {}),
          },
          finish,
        ),
      ]
    },
  }),
  odd('every event in one packet', 'own: proxies that buffer', {
    frame: (json) => (json === '[DONE]' ? 'data: [DONE]\n\n' : `data: ${json}\n\n`),
    edit: (events) => [events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')],
  }),
  {
    name: 'a whole document instead of a stream',
    finding: 'P11',
    source: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    apis: ['chat'],
    phases: ALL,
    serve: (_, said) => document(200, chatDocument(said)),
  },
  {
    name: 'a whole document as the only event',
    finding: 'P11',
    source: 'https://github.com/vercel/ai/issues/2200',
    apis: ['chat'],
    phases: ALL,
    serve: (_, said) =>
      document(200, `data: ${JSON.stringify(chatDocument(said))}\n\ndata: [DONE]\n\n`, {
        'content-type': 'text/event-stream',
      }),
  },
  {
    name: 'a stream that says it is JSON',
    finding: 'P11',
    source: 'https://github.com/SaladDay/cc-switch-cli/issues/170',
    apis: ['chat'],
    phases: ALL,
    serve: (_, said) => ({ ...chat(said), headers: { 'content-type': 'application/json' } }),
  },
  ...(['item_id', 'output_index', 'sequence_number', 'content_index', 'summary_index'] as const).map(
    (field) =>
      writtenResponses({
        name: `no ${field}`,
        finding: 'P4',
        source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1124',
        way: { edit: (events) => events.map((event) => without(event, field)) },
      }),
  ),
  writtenResponses({
    name: 'unknown event types',
    finding: 'P4',
    source: 'https://platform.openai.com/docs/api-reference/responses-streaming',
    way: {
      edit: (events) =>
        events.flatMap((event) => [
          { type: 'keepalive', sequence_number: 3 },
          event,
          { type: 'response.x.y', a: [1] },
        ]),
    },
  }),
  writtenResponses({
    name: 'arguments only in the done events',
    finding: 'P4',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/serving.py',
    way: { edit: (events) => events.filter(({ type }) => type !== 'response.function_call_arguments.delta') },
  }),
  writtenResponses({
    name: 'arguments without their done event',
    finding: 'P4',
    source: 'https://github.com/ggml-org/llama.cpp/pull/18486',
    way: { edit: (events) => events.filter(({ type }) => type !== 'response.function_call_arguments.done') },
  }),
  writtenResponses({
    name: 'text only in response.completed',
    finding: 'P4',
    source: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    way: { edit: (events) => [events[0] ?? {}, events.at(-1) ?? {}] },
  }),
  writtenResponses({
    name: 'text only in the done events',
    finding: 'P4',
    source:
      'https://github.com/BerriAI/litellm/blob/main/litellm/responses/litellm_completion_transformation/streaming_iterator.py',
    way: { edit: (events) => events.filter(({ type }) => !String(type).endsWith('.delta')) },
  }),
  writtenResponses({
    name: 'no content parts, no created event',
    finding: 'P4',
    source: 'https://github.com/ollama/ollama/blob/main/openai/responses.go',
    way: {
      edit: (events) =>
        events.filter(({ type }) => !/created|in_progress|_part\.|text\.done/.test(String(type))),
    },
  }),
  writtenResponses({
    name: 'event lines missing and [DONE] at the end',
    finding: 'P4',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/api_router.py',
    way: {
      edit: (events) => [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'],
    },
  }),
  writtenResponses({
    name: 'reasoning as reasoning_text',
    finding: 'P4',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/serving.py',
    way: {
      edit: (events) =>
        events.map((event) => ({
          ...event,
          type: String(event.type)
            .replace('reasoning_summary_text', 'reasoning_text')
            .replace('reasoning_summary_part', 'reasoning_part'),
          ...('summary_index' in event ? { content_index: 0 } : {}),
        })),
    },
  }),
  writtenResponses({
    name: 'response.completed without usage and output',
    finding: 'P4',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1124',
    way: { last: { type: 'response.completed', response: { id: 'r', status: 'completed' } } },
  }),
  {
    name: 'a whole response instead of a stream',
    finding: 'P11',
    source: 'https://github.com/cloudflare/cloudflare-docs/pull/32116',
    apis: ['responses'],
    phases: ALL,
    serve: (_, said) => document(200, response({ output: itemsOf(said) })),
  },
]
