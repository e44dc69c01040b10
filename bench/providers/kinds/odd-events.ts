import type { Kind } from '../kind'
import { chunk, USAGE } from '../wire-chat'
import { calls, choices, choicesOf, deltas, odd, wholeCalls, withoutField } from './odd-forms'

type Json = Record<string, unknown>
const MINIMAX = 'MiniMax-AI/MiniMax-M2.5#2'
const WORKERS_AI = 'vercel/ai#4031'

export const oddEvents: Kind[] = [
  odd('an empty role in every delta', MINIMAX, { edit: deltas((delta) => ({ ...delta, role: '' })) }),
  odd('role null', 'sgl-project/sglang#3912', {
    edit: deltas((delta) => ({ ...delta, role: null })),
  }),
  odd('the role in every delta', 'ollama/ollama#4357', {
    edit: deltas((delta) => ({ ...delta, role: 'assistant' })),
  }),
  odd('role model', 'own: gateways that pass on the role of Gemini', {
    edit: deltas((delta) => ({ ...delta, role: 'model' })),
  }),
  odd('an empty type of tool calls', 'vercel/ai#6041', {
    edit: calls((call) => ({ ...call, type: '' })),
  }),
  odd('type null of tool calls', 'vercel/ai#6041', {
    edit: calls((call) => ({ ...call, type: null })),
  }),
  odd('no type of tool calls', 'vercel/ai#6041', {
    edit: calls((call) => withoutField(call, 'type')),
  }),
  odd('choices without index', WORKERS_AI, { edit: choices((choice) => withoutField(choice, 'index')) }),
  odd('choices without finish_reason', WORKERS_AI, {
    edit: choices((choice) =>
      choice.finish_reason === null ? withoutField(choice, 'finish_reason') : choice,
    ),
  }),
  odd('an empty finish_reason until the end', 'ollama/ollama#4357', {
    edit: choices((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? '' })),
  }),
  odd('delta null in the last event', 'openai/openai-python#1677', {
    edit: (events) =>
      events.map((event) => ({
        ...event,
        choices: choicesOf(event).map((choice) =>
          choice.finish_reason ? { ...choice, delta: null } : choice,
        ),
      })),
  }),
  odd('no delta in the last event', 'envoyproxy/ai-gateway#2107', {
    edit: choices((choice) => (choice.finish_reason ? withoutField(choice, 'delta') : choice)),
  }),
  odd('events without choices', 'openclaw/openclaw#15819', {
    edit: (events) => [{ id: 'x', object: 'ping' }, ...events.flatMap((event) => [event, { id: 'x' }])],
  }),
  odd('choices null', 'RooCodeInc/Roo-Code#9105', {
    edit: (events) => [
      { ...chunk({}), choices: null },
      ...events.map((event) => (choicesOf(event).length ? event : { ...event, choices: null })),
    ],
  }),
  odd(
    'empty choices between the others',
    'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    { edit: (events) => events.flatMap((event) => [{ ...chunk({}), choices: [] }, event]) },
  ),
  odd('created as text', 'sashabaranov/go-openai#1003', {
    edit: (events) => events.map((event) => ({ ...event, created: '2026-11-28T10:00:00Z' })),
  }),
  odd('created with decimals', 'Mintplex-Labs/anything-llm#2926', {
    edit: (events) => events.map((event) => ({ ...event, created: 1_790_000_000.25 })),
  }),
  odd('id, model and created null', 'openvinotoolkit/model_server#3553', {
    edit: (events) => events.map((event) => ({ ...event, id: null, model: null, created: null })),
  }),
  odd('a numeric id', 'own: a field that nobody needs', {
    edit: (events) => events.map((event) => ({ ...event, id: 12_345 })),
  }),
  odd('arguments as an object', 'https://developers.cloudflare.com/workers-ai/features/function-calling/', {
    edit: wholeCalls((call) => ({
      ...call,
      function: { ...call.function, arguments: JSON.parse(call.function.arguments) as Json },
    })),
  }),
  odd('calls whole, without index', 'CherryHQ/cherry-studio#10958', {
    edit: wholeCalls((call) => withoutField(call, 'index')),
  }),
  odd('calls whole, without an id', 'vllm-project/vllm#18412', {
    edit: wholeCalls((call) => withoutField(call, 'id')),
  }),
  odd('the index of calls as text', 'own: proxies in untyped languages', {
    edit: calls((call) => ({ ...call, index: String(call.index) })),
  }),
  odd('the index of calls from 1', 'BerriAI/litellm#11407', {
    edit: calls((call) => ({ ...call, index: Number(call.index) + 1 })),
  }),
  odd('the name repeated in each delta', 'NousResearch/hermes-agent#11984', {
    edit: (events) => {
      let name: unknown
      return calls((call) => {
        name = call.function.name ?? name
        return { ...call, function: { ...call.function, name } }
      })(events)
    },
  }),
  odd('name null or empty after the first delta', 'lmstudio-ai/lmstudio-bug-tracker#649', {
    edit: calls((call, first) =>
      first ? call : { ...call, type: 'function', function: { ...call.function, name: '' } },
    ),
  }),
  odd('an empty id after the first delta', 'anomalyco/opencode#37841', {
    edit: calls((call, first) => (first ? call : { ...call, id: '' })),
  }),
  odd('id null after the first delta', 'agno-agi/agno#3826', {
    edit: calls((call, first) => (first ? call : { ...call, id: null })),
  }),
  odd('id null everywhere', 'vllm-project/vllm#18412', {
    edit: calls((call) => ({ ...call, id: null })),
  }),
  odd('the id repeated in each delta', 'BerriAI/litellm#11407', {
    edit: (events) => {
      let id: unknown
      return calls((call) => {
        id = call.id ?? id
        return { ...call, id }
      })(events)
    },
  }),
  odd('the arguments missing in the first delta', 'own: names that come before their arguments', {
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
  odd('tool_calls null and empty beside text', 'microsoft/foundry-local#144', {
    edit: deltas((delta, at) => (delta.tool_calls ? delta : { ...delta, tool_calls: at % 2 ? null : [] })),
  }),
  odd('finish_reason stop with tool calls', 'ENTERPILOT/GoModel#124', {
    edit: choices((choice) => (choice.finish_reason ? { ...choice, finish_reason: 'stop' } : choice)),
  }),
  odd('finish_reason tool_calls without tool calls', 'own: the reverse of what OpenAI itself does', {
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
  odd('logprobs and audio that are not of the schema', 'microsoft/foundry-local#144', {
    edit: choices((choice) => ({ ...choice, logprobs: { tokens: ['x'] }, audio: {}, matched_stop: 2 })),
  }),
  odd('usage in every event', 'https://docs.perplexity.ai/api-reference/chat-completions-post', {
    edit: (events) => events.map((event) => ({ ...event, usage: USAGE })),
  }),
  odd('usage null in every event', 'https://platform.openai.com/docs/api-reference/chat-streaming', {
    edit: (events) => events.map((event) => ({ usage: null, ...event })),
  }),
  odd('usage of text and decimals', 'own: proxies in untyped languages', {
    usage: { prompt_tokens: '120', completion_tokens: '20', total_tokens: '140' },
  }),
  odd('usage with null details', 'openai/openai-agents-js#107', {
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
  odd('a delta of only null', 'microsoft/foundry-local#144', {
    edit: deltas((delta) => ({ content: null, reasoning_content: null, tool_calls: null, ...delta })),
  }),
  odd('one event per character', 'own: small local models', { every: 1 }),
  odd('text, calls and end in one event', 'poolsideai/pool#9', {
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
]
