import type { Kind, ModelReply } from '../kind'
import {
  ALL,
  ANSWER_ONLY,
  BOTH,
  called,
  fails,
  good,
  kind,
  NOTED,
  RAN_BOTH,
  second,
  stays,
  written,
} from '../make'
import { ANSWER, ARGS, RAN, REASONING, says, write } from '../script'
import { callText, textCall } from '../tables'
import { type ChatWay, chat, chunk, messagesOf, pieces, refusal, toolCall } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const EMPTY_ANSWER = fails(/empty|no answer|wrote/)
const parsed = <T>(value: T, change: (json: string) => string): T => JSON.parse(change(JSON.stringify(value)))

/** Mistral's content as a list of parts. */
const mistralParts =
  (deltas: (said: ModelReply) => unknown[]): Kind['serve'] =>
  (_, said) =>
    chat(
      { ...said, text: '', reasoning: '' },
      {
        edit: ([first = {}, ...rest]) => [
          first,
          ...deltas(said).map((content) => chunk({ content })),
          ...rest,
        ],
      },
    )
const thinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }]
const asText = (text: string) => [{ type: 'text', text }]
/** Changes every delta with reasoning. */
const reasoningDeltas = (change: (text: string, delta: Json) => Json): ChatWay => ({
  edit: (events) =>
    JSON.parse(JSON.stringify(events), (key, value) =>
      key === 'delta' && value?.reasoning_content ? change(value.reasoning_content, value) : value,
    ),
})

const thoughts: Kind[] = [
  kind('Mistral: thinking as parts, then text', {
    phases: ALL,
    serve: mistralParts(({ reasoning, text }) => [...pieces(reasoning, 9).map(thinking), ...pieces(text, 9)]),
  }),
  kind('Mistral: thinking and text as parts', {
    phases: ALL,
    serve: mistralParts(({ reasoning, text }) => [
      ...pieces(reasoning, 9).map(thinking),
      ...pieces(text, 9).map(asText),
    ]),
  }),
  kind('Mistral: all parts in one event', {
    phases: ALL,
    serve: mistralParts(({ reasoning, text }) => [
      [
        ...(reasoning ? thinking(reasoning) : []),
        ...(text ? asText(text) : []),
        { type: 'reference', reference_ids: [1] },
      ],
    ]),
  }),
  kind('thinking as a text of its part', {
    phases: ANSWER_ONLY,
    serve: mistralParts(({ reasoning, text }) => [
      ...pieces(reasoning, 9).map((part) => [{ type: 'thinking', thinking: part }]),
      ...pieces(text, 9).map(asText),
    ]),
  }),
  written('reasoning_content', {}),
  written('reasoning', { reasoning: 'reasoning' }),
  written(
    'reasoning and reasoning_content alike',
    reasoningDeltas((reasoning, delta) => ({ ...delta, reasoning })),
  ),
  written(
    'only reasoning_details',
    reasoningDeltas((text, { reasoning_content: _, ...rest }) => ({
      ...rest,
      reasoning_details: [{ type: 'reasoning.text', text, format: null, index: 0 }],
    })),
  ),
  ...[1, 7].map((every) =>
    kind(`an empty <think>, in pieces of ${every}`, {
      apis: BOTH,
      phases: every === 7 ? ALL : ANSWER_ONLY,
      serve: (seen, said) => {
        const text = said.reasoning ? `<think>\n\n</think>\n\n${said.text}` : said.text
        return good(seen, { ...said, text, reasoning: '' }, { every })
      },
      expect: { reasoning: '' },
    }),
  ),
  kind('two thoughts', {
    apis: BOTH,
    phases: ALL,
    serve: (seen, { reasoning, ...said }) => {
      const [one, two] = [reasoning.slice(0, 9), reasoning.slice(9)]
      const text = reasoning ? `<think>${one}</think><think>${two}</think>${said.text}` : said.text
      return good(seen, { ...said, text, reasoning: '' }, { every: 7 })
    },
    expect: (phase) => (phase === 'notes' ? {} : { reasoning: /^The gate\s+was painted in May\.$/ }),
  }),
  // All of it was reasoning, so there is no answer.
  kind('an opened <think> that never closes', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says(`<think>${REASONING}`)],
    expect: EMPTY_ANSWER,
  }),
  // Thoughts are no answer, and an empty answer is not complete.
  kind('the answer in the reasoning field alone', {
    phases: ANSWER_ONLY,
    says: () => [says('', { reasoning: REASONING })],
    expect: EMPTY_ANSWER,
  }),
  kind('reasoning in both the field and the text', {
    phases: NOTED,
    serve: (_, said) =>
      chat({ ...said, text: said.reasoning ? `<think>${said.reasoning}</think>${said.text}` : said.text }),
    expect: (phase) => (phase === 'answer' ? { reasoning: new RegExp(REASONING) } : {}),
  }),
  kind('reasoning after the first words', {
    phases: ANSWER_ONLY,
    says: () => [says(`Wait.\n\n<think>${REASONING}</think>\n\n${ANSWER}`)],
    serve: (_, said) => chat(said, { every: 4 }),
    // A block of its own on a line of its own is no quotation.
    expect: { answer: /^Wait\.\s+The gate is painted \*\*green\*\*\.$/, reasoning: REASONING, tools: [] },
  }),
  kind('harmony: only the analysis is marked', {
    apis: BOTH,
    phases: ALL,
    serve: (seen, { reasoning, ...said }) => {
      const text = reasoning ? `<|channel|>analysis<|message|>${reasoning}<|end|>${said.text}` : said.text
      return good(seen, { ...said, text, reasoning: '' }, { every: 7 })
    },
  }),
  // Nobody knows which tool is meant, and no mark of the format reaches the person.
  kind('harmony: a call in the commentary without a recipient', {
    phases: ANSWER_ONLY,
    says: () => [says(`<|channel|>commentary<|message|>${JSON.stringify(ARGS)}<|end|>`)],
    serve: (_, said) => chat(said, { every: 6 }),
    expect: EMPTY_ANSWER,
  }),
]

const TAGGED = '<tool_call>%call</tool_call>'
/** A call in tags that cannot run: the model is told, and nobody else. */
const failing = (name: string, text: string, call: { name: string; args: unknown }): Kind =>
  stays(`a call in tags ${name}`, ANSWER, {
    says: () => [says(`I look.\n${text}`), says(ANSWER)],
    expect: { answer: `I look.\n\n${ANSWER}`, reasoning: '', tools: [{ ...call, ok: false }] },
  })
/** The arguments of the call, written in another way. */
const raw = (name: string, form: (json: string) => unknown, more: Partial<Kind> = {}): Kind =>
  kind(name, {
    phases: ANSWER_ONLY,
    serve(_, said) {
      if (!said.calls.length) return chat(said)
      const tool_calls = said.calls.map((call, at) => {
        const { function: own, ...rest } = toolCall(call, at)
        return { ...rest, function: { ...own, arguments: form(own.arguments) } }
      })
      const edit: ChatWay['edit'] = (all) => [...all.slice(0, -2), chunk({ tool_calls }), ...all.slice(-2)]
      return chat({ ...said, calls: [] }, { finish: 'tool_calls', edit })
    },
    ...more,
  })
const callsIn = (body: Json) =>
  messagesOf({ body })
    .flatMap(({ tool_calls }) => (tool_calls ?? []) as { id: string }[])
    .map(({ id }) => id)
const answeredIn = (body: Json) =>
  messagesOf({ body }).flatMap(({ role, tool_call_id }) => (role === 'tool' ? [tool_call_id] : []))
const isAnswered = (body: Json) => JSON.stringify(callsIn(body)) === JSON.stringify(answeredIn(body))

const calls: Kind[] = [
  textCall('<tool_call> after a sentence', TAGGED, {
    phases: ANSWER_ONLY,
    says: () => [says('I write it down.', { reasoning: REASONING, calls: [write] }), says(ANSWER)],
    expect: { answer: /^I write it down\.\s+The gate is painted \*\*green\*\*\.$/ },
  }),
  textCall('a call behind <think>', TAGGED, {
    phases: ANSWER_ONLY,
    serve(seen, { reasoning, calls: [call], text }) {
      const body = call ? `<think>${reasoning}</think>\n${callText(call, TAGGED)}` : text
      return good(seen, says(body), { every: 5 })
    },
  }),
  textCall('two <tool_call> blocks', TAGGED, {
    phases: ANSWER_ONLY,
    says: () => [says('', { reasoning: REASONING, calls: [write, second] }), says(ANSWER)],
    expect: { tools: RAN_BOTH },
  }),
  failing(
    'of an unknown tool',
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>',
    { name: 'get_weather', args: { city: 'Rome' } },
  ),
  failing(
    'in broken JSON',
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "gate.md", }\n</tool_call>',
    { name: 'write_file', args: '{"name": "write_file", "arguments": {"path": "gate.md", }' },
  ),
  called(
    'keywords beside query',
    [{ name: 'search_memories', args: { query: 'gate', keywords: ['gate', 'colour'] } }],
    [{ name: 'search_memories', args: { query: 'gate' } }],
  ),
  called(
    'what is missing and what is not known are both named',
    [{ args: { path: 'gate.md', zebra: 'x' } }],
    [{ name: 'write_file', args: { path: 'gate.md', zebra: 'x' }, ok: false }],
    {
      requests: ([, other]) => {
        const told = JSON.stringify(other ?? '')
        const result = told.slice(told.lastIndexOf('zebra') - 600)
        return /zebra/.test(result) && /\btext\b/.test(result) ? [] : ['the model is not told both names']
      },
    },
  ),
  called(
    'empty arguments of a tool that needs none',
    [{ name: 'list_files', args: {} }],
    [{ name: 'list_files', args: {} }],
    {
      serve: (seen, said) =>
        seen.api === 'responses'
          ? responses(said)
          : chat(said, {
              edit: (events) =>
                parsed(events, (json) => json.replace(/"arguments":"[{}]"/g, '"arguments":""')),
            }),
    },
  ),
  raw('arguments as JSON in JSON', (json) => JSON.stringify(json)),
  raw('arguments in a code fence', (json) => `\`\`\`json\n${json}\n\`\`\``),
  raw('arguments with a comma at the end', (json) => json.replace(/\}$/, ',}')),
  raw('arguments with line ends in a text', (json) => json.replace('\\n', '\n')),
  raw('{} before the arguments', (json) => `{}${json}`),
  // Half a call does not run, however near its end it is.
  raw('arguments without their last brace', (json) => json.slice(0, -1), {
    expect: { tools: [{ name: 'write_file', args: JSON.stringify(ARGS).slice(0, -1), ok: false }] },
  }),
  called(
    'the same call id in two steps',
    [{ id: 'functions.write_file:0' }, { ...second, id: 'functions.write_file:0' }],
    RAN_BOTH,
    {
      apis: ['chat'],
      serve: ({ body }, said) =>
        isAnswered(body) && new Set(callsIn(body)).size === callsIn(body).length
          ? chat(said)
          : refusal(400, 'Duplicate tool_call_id in the messages.'),
    },
  ),
  kind('every call must have its result, and every result its call', {
    phases: ANSWER_ONLY,
    says: () => [
      says('', { reasoning: REASONING, calls: [write, { id: 'call_x', name: 'fly_away', args: {} }] }),
      says(ANSWER),
    ],
    serve: ({ body }, said) =>
      isAnswered(body)
        ? chat(said)
        : refusal(
            400,
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
          ),
    expect: { tools: [...RAN, { name: 'fly_away', args: {}, ok: false }] },
  }),
]

export const answerKinds: Kind[] = [...thoughts, ...calls]
