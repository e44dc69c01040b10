import type { Kind } from '../kind'
import { FOREGROUND, NOTED, written } from '../make'
import { type ChatWay, chunk, data, USAGE } from '../wire-chat'
import {
  bare,
  between,
  calls,
  callsOf,
  choices,
  choicesOf,
  deltas,
  events,
  isCall,
  joined,
  laterCalls,
  splitCall,
  wholeCalls,
} from './edits'

type Json = Record<string, unknown>
const FILTER = {
  hate: { filtered: false, severity: 'safe' },
  violence: { filtered: false, severity: 'safe' },
}

const EMPTY = { id: '', object: '', created: 0, model: '' }

/** By name; a function changes the events. */
type Ways = Record<string, ChatWay | NonNullable<ChatWay['edit']>>

/** Each is written in its own way, and everything comes out as usual. */
const WAYS: Ways = {
  'an empty role in every delta': deltas({ role: '' }),
  'role null': deltas({ role: null }),
  'the role in every delta': deltas({ role: 'assistant' }),
  'role model': deltas({ role: 'model' }),
  'an empty type of tool calls': calls({ type: '' }),
  'type null of tool calls': calls({ type: null }),
  'no type of tool calls': calls({ type: undefined }),
  'choices without index': choices({ index: undefined }),
  'choices without finish_reason': choices((choice) => ({
    ...choice,
    finish_reason: choice.finish_reason ?? undefined,
  })),
  'an empty finish_reason until the end': choices((choice) => ({
    ...choice,
    finish_reason: choice.finish_reason ?? '',
  })),
  'delta null in the last event': choices((choice) =>
    choice.finish_reason ? { ...choice, delta: null } : choice,
  ),
  'no delta in the last event': choices((choice) =>
    choice.finish_reason ? { ...choice, delta: undefined } : choice,
  ),
  'events without choices': (all) => [
    { id: 'x', object: 'ping' },
    ...all.flatMap((event) => [event, { id: 'x' }]),
  ],
  'choices null': (all) => [
    { ...chunk({}), choices: null },
    ...all.map((event) => (choicesOf(event).length ? event : { ...event, choices: null })),
  ],
  'empty choices between the others': between({ ...chunk({}), choices: [] }),
  'created as text': events({ created: '2026-11-28T10:00:00Z' }),
  'created with decimals': events({ created: 1_790_000_000.25 }),
  'id, model and created null': events({ id: null, model: null, created: null }),
  'a numeric id': events({ id: 12_345 }),
  'arguments as an object': wholeCalls((call) => ({
    ...call,
    function: { ...call.function, arguments: JSON.parse(call.function.arguments) as Json },
  })),
  'calls whole, without index': wholeCalls({ index: undefined }),
  'calls whole, without an id': wholeCalls({ id: undefined }),
  'the index of calls as text': calls((call) => ({ ...call, index: String(call.index) })),
  'the index of calls from 1': calls((call) => ({ ...call, index: Number(call.index) + 1 })),
  'the name repeated in each delta': (all) => {
    const name = all.flatMap(callsOf)[0]?.function.name
    const repeated = calls((call) => ({ ...call, function: { ...call.function, name } }))
    return repeated.edit?.(all) ?? all
  },
  'name null or empty after the first delta': calls((call) =>
    call.function.name ? call : { ...call, type: 'function', function: { ...call.function, name: '' } },
  ),
  'an empty id after the first delta': laterCalls({ id: '' }),
  'id null after the first delta': laterCalls({ id: null }),
  'id null everywhere': calls({ id: null }),
  'the id repeated in each delta': (all) => calls({ id: all.flatMap(callsOf)[0]?.id }).edit?.(all) ?? all,
  'the arguments missing in the first delta': splitCall((call) => [
    { ...call, function: { name: call.function.name } },
    { index: call.index, function: { arguments: call.function.arguments } },
  ]),
  'tool_calls null and empty beside text': deltas((delta, at) =>
    delta.tool_calls ? delta : { ...delta, tool_calls: at % 2 ? null : [] },
  ),
  'finish_reason stop with tool calls': choices((choice) =>
    choice.finish_reason ? { ...choice, finish_reason: 'stop' } : choice,
  ),
  'finish_reason tool_calls without tool calls': { finish: 'tool_calls' },
  'finish_reason function_call': choices((choice) =>
    choice.finish_reason === 'tool_calls' ? { ...choice, finish_reason: 'function_call' } : choice,
  ),
  'foreign annotations and citations': deltas({
    annotations: [{ type: 'file', file: { hash: 'x', content: [] } }, { kind: 3 }],
    citations: ['https://example.org'],
  }),
  'logprobs and audio that are not of the schema': choices({
    logprobs: { tokens: ['x'] },
    audio: {},
    matched_stop: 2,
  }),
  'usage in every event': events({ usage: USAGE }),
  'usage null in every event': events((event) => ({ usage: null, ...event })),
  'usage of text and decimals': {
    usage: { prompt_tokens: '120', completion_tokens: '20', total_tokens: '140' },
  },
  'usage with null details': {
    usage: { ...USAGE, prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: null } },
  },
  'the whole answer again in the last event': (all) => {
    const content = all.map((event) => choicesOf(event)[0]?.delta.content ?? '').join('')
    const message = { role: 'assistant', content }
    const again = choices((choice) => (choice.finish_reason ? { ...choice, message } : choice))
    return again.edit?.(all) ?? all
  },
  'a delta of only null': deltas((delta) => ({
    content: null,
    reasoning_content: null,
    tool_calls: null,
    ...delta,
  })),
  'one event per character': { every: 1 },
  'text, calls and end in one event': (all) => {
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
  'every event in one packet': (all) => [all.map(data).join('')],
  'ping events': between('event: ping\ndata: {"type": "ping"}\n\n'),
  'ping events without JSON': between('event: ping\ndata: ping\n\n'),
  'empty data lines': between('data: \n\n', 'data:\n\n'),
  'comment lines': between(': OPENROUTER PROCESSING\n\n'),
  'CRLF line ends': { frame: (json) => `data: ${json}\r\n\r\n` },
  'CR line ends': { frame: (json) => `data: ${json}\r\r` },
  'no space after data:': { frame: (json) => `data:${json}\n\n` },
  'event, id and retry lines': { frame: (json) => `id: 7\nevent: message\nretry: 3000\ndata: ${json}\n\n` },
  'data over several lines': {
    frame: (json) =>
      json === '[DONE]'
        ? `data: ${json}\n\n`
        : `${JSON.stringify(JSON.parse(json), null, 1).replace(/^/gm, 'data: ')}\n\n`,
  },
  'a byte order mark': (all) => ['\uFEFF', ...all],
  'no [DONE]': { done: '' },
  'no [DONE] and no usage': { done: '', usage: null },
  '[DONE] without a finish_reason': { finish: null },
  'usage after [DONE]': {
    edit: (all) => all.filter((event) => choicesOf(event).length > 0),
    done: `data: [DONE]\n\n${data({ ...chunk({}), choices: [], usage: USAGE })}`,
  },
  'Azure: the prompt’s filter results come first, without choices': (all) => [
    {
      ...{ ...EMPTY, system_fingerprint: null, choices: [] },
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: FILTER }],
    },
    ...all,
  ],
  'Azure: filter results without a delta between and after the words': (all) =>
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
  'Azure: filter results in every choice': choices({
    content_filter_results: FILTER,
    content_filter_result: {
      error: { code: 'content_filter_error', message: 'The contents are not filtered' },
    },
  }),
  'OpenRouter: two events with a finish_reason': (all) => {
    const last = all.findLast((event) => choicesOf(event).some(({ finish_reason }) => finish_reason)) ?? {}
    return [...all.filter((event) => event !== last && !event.usage), last, { ...last, usage: USAGE }]
  },
  'the last words beside the finish_reason': (all) => {
    const text = all.findLastIndex((event) => choicesOf(event).some(({ delta }) => delta.content))
    const end = all.findLastIndex((event) => choicesOf(event).some(({ finish_reason }) => finish_reason))
    if (text < 0 || end !== text + 1) return all
    const [words, last] = [choicesOf(all[text] ?? {})[0], choicesOf(all[end] ?? {})[0]]
    const merged = chunk(words?.delta ?? {}, last?.finish_reason as string)
    return [...all.slice(0, text), merged, ...all.slice(end + 1)]
  },
  'events that are null': between('data: null\n\n'),
  'comments as data': (all) => [...Array(3).fill('data: : OPENROUTER PROCESSING\n\n'), ...all],
  'a message beside each delta, and any index': events((event, at) => ({
    ...event,
    choices: choicesOf(event).map((choice) => ({
      ...{ ...choice, message: choice.delta, finish_details: null, index: at },
    })),
    ...{ id: `chat.id.${at}`, error: null, HttpStatusCode: 0, Successful: true },
  })),
  'finish_reason stop in every event': choices((choice) => ({
    ...choice,
    finish_reason: choice.finish_reason ?? 'stop',
  })),
  'finish_reason stop in the first event': choices((choice, at) =>
    at === 0 ? { ...choice, finish_reason: 'stop' } : choice,
  ),
  'finishReason beside a null finish_reason': choices((choice) => ({
    ...choice,
    finish_reason: null,
    finishReason: choice.finish_reason,
  })),
}

/** These say something of calls, which notes have none of. */
const WAYS_IN_TURNS: Ways = {
  'the name in parts': splitCall((call) => {
    const { name, arguments: args } = call.function
    return [
      { ...call, function: { name: String(name).slice(0, 5), arguments: '' } },
      { index: call.index, function: { name: String(name).slice(5), arguments: args } },
    ]
  }),
  'the whole arguments again at the end': (all) => {
    const last = all.findLastIndex(isCall)
    if (last < 0) return all
    const args = all.flatMap(callsOf).map((call) => call.function.arguments ?? '')
    const again = bare({ index: 0, function: { arguments: args.join('') } })
    return [...all.slice(0, last + 1), again, ...all.slice(last + 1)]
  },
  'the id of a call changes in each delta': calls((call, at) => ({ ...call, id: `call_${at}` })),
  'words and a call in one delta': (all) => {
    const at = all.findIndex(isCall)
    const delta = choicesOf(all[at] ?? {})[0]?.delta
    return delta ? all.with(at, chunk({ ...delta, content: '', reasoning_content: '' })) : all
  },
  'white space before a tool call': ([first = {}, ...rest]) => [first, chunk({ content: '\n\n' }), ...rest],
}

const WAYS_WITHOUT_THOUGHTS: Ways = {
  'Gemini: an event with finish_reason STOP and no delta': {
    finish: null,
    edit: (all) => [
      ...all,
      {
        ...{ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' },
        choices: [{ index: 0, finish_reason: 'stop' }],
      },
    ],
  },
  'logprobs of each piece and a matched stop': choices({ logprobs: null, matched_stop: null }),
  'null beside the text in every field': deltas((delta) => ({
    name: null,
    tool_call_id: null,
    function_call: null,
    ...delta,
  })),
}

const kindsOf = (ways: Ways, more?: Partial<Kind>) =>
  Object.entries(ways).map(([name, way]) =>
    written(name, typeof way === 'function' ? { edit: way } : way, more),
  )

export const chatWays: Kind[] = [
  ...kindsOf(WAYS),
  ...kindsOf(WAYS_IN_TURNS, { phases: FOREGROUND }),
  ...kindsOf(WAYS_WITHOUT_THOUGHTS, { phases: NOTED }),
]
