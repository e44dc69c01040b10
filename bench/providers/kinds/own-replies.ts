import { gzipSync } from 'node:zlib'
import type { Kind, Reply } from '../kind'
import { ANSWER_ONLY, good, kind, written, writtenResponses } from '../make'
import { REASONING, says } from '../script'
import { type ChatWay, chat, chatEvents, chunk, sse } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const
const own = (name: string, source: string, way: ChatWay, more: Partial<Kind> = {}): Kind =>
  written({ name, source, way, ...more })

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

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

export const ownReplies: Kind[] = [
  kind('gzip, asked or not', 'Anionex/agent-vision-toolkit#36', {
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
  }),
  kind('content-type with a charset', 'BerriAI/litellm#7627', {
    apis: BOTH,
    phases: ['answer', 'notes'],
    serve: (seen, said) => ({
      ...good(seen, said),
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    }),
  }),
  kind('no content-type', 'vllm-project/vllm-ascend#6985', {
    apis: BOTH,
    phases: ['answer', 'notes'],
    serve: (seen, said) => ({ ...good(seen, said), headers: {} }),
  }),
  kind('every byte in a packet of its own', 'Osmantic/ODS#1268', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says(LETTERS)],
    serve: ({ api }, said) => byBytes(api === 'chat' ? chat(said, { usage: null }) : responses(said)),
    expect: { answer: LETTERS, tools: [], reasoning: '' },
  }),
  kind('escaped letters, pairs in two events', 'own: tokens that are half a letter', {
    phases: ANSWER_ONLY,
    says: () => [says(LETTERS)],
    serve: (_, said) => sse([...inHalves(said.text), data(chunk({}, 'stop')), 'data: [DONE]\n\n']),
    expect: { answer: LETTERS, tools: [], reasoning: '' },
  }),
  {
    name: 'line separators within the text',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream',
    apis: BOTH,
    phases: ANSWER_ONLY,
    says: () => [says('One\u2028two\u2029three.')],
    serve: good,
    expect: { answer: 'One\u2028two\u2029three.', tools: [], reasoning: '' },
  },
  own(
    'white space before a tool call',
    'ai-dynamo/dynamo#4723',
    { edit: ([first = {}, ...rest]) => [first, chunk({ content: '\n\n' }), ...rest] },
    { phases: ['answer', 'think'] },
  ),
  kind('words after the tool call', 'ai-dynamo/dynamo#4723', {
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
  }),
  kind('a vLLM stream that says it is OpenAI’s and has no id', 'mlflow/mlflow#12767', {
    phases: ['answer', 'notes'],
    serve: (_, said) =>
      sse([
        ...chatEvents(said).map(({ choices, usage }) =>
          data({ object: 'chat.completion', choices, ...(usage ? { usage } : {}) }),
        ),
        'data: [DONE]\n\n',
      ]),
  }),
  writtenResponses({
    name: 'a function call without call_id',
    source: 'ggml-org/llama.cpp#20607',
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
    source: 'own: servers that end with the whole response',
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
    source: 'own: serialisers that write every field',
    way: {
      edit: (events) =>
        events.map((event) => ({ logprobs: null, obfuscation: null, item_id: null, ...event })),
    },
  }),
  {
    name: 'a refusal of the model, as its own field',
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
    source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
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
