import type { Kind, Reply, Said, Seen } from '../kind'
import { kind, refusing } from '../make'
import { REASONING, says, write } from '../script'
import { chat, chunk, document, messagesOf, refusal, sse } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const assistantsWithCalls = (seen: Pick<Seen, 'body'>) =>
  messagesOf(seen).filter((message) => Array.isArray(message.tool_calls))
const callsOf = (seen: Pick<Seen, 'body'>) =>
  assistantsWithCalls(seen).flatMap((message) => message.tool_calls as Json[])

/** Reasoning that must come back with the tool calls that it led to. */
const wantsBack = (
  name: string,
  source: string,
  field: 'reasoning_content' | 'reasoning',
  words: string,
): Kind => ({
  name,
  source,
  apis: ['chat'],
  phases: ['answer'],
  serve: (seen, said) =>
    assistantsWithCalls(seen).every((message) => message[field] === REASONING)
      ? chat(said, { reasoning: field })
      : refusal(400, words, { code: 'invalid_request_error' }),
})

/** Gemini gives each call a signature, and refuses calls that come back without it. */
const SIGNATURE = 'CtcBAVSoXO4v+/==\u0020"kept\\as\u00a0it is"'
const MISSING =
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.'
const signed = { extra_content: { google: { thought_signature: SIGNATURE } } }
const signatureOf = (call: Json) =>
  (call.extra_content as { google?: { thought_signature?: string } } | undefined)?.google?.thought_signature
const invalid = (message: string): Reply =>
  document(400, [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }])

const geminiChunk = (delta: Json, finish: string | null = null) =>
  `data: ${JSON.stringify({
    choices: [{ delta: { role: 'assistant', ...delta }, finish_reason: finish, index: 0 }],
    created: 1_790_000_000,
    id: 'abc',
    model: 'gemini-3-pro-preview',
    object: 'chat.completion.chunk',
  })}\n\n`

/** All calls in one event, whole, without `index`; the first has the signature. */
function gemini(said: Said): Reply {
  const calls = said.calls.map(({ id, name, args }, at) => ({
    ...(at === 0 ? signed : {}),
    function: { arguments: JSON.stringify(args), name },
    id,
    type: 'function',
  }))
  return sse([
    ...(said.text ? [geminiChunk({ content: said.text })] : []),
    ...(calls.length ? [geminiChunk({ tool_calls: calls })] : []),
    geminiChunk({}, calls.length ? 'tool_calls' : 'stop'),
    'data: [DONE]\n\n',
  ])
}
const second = { ...write, id: 'call_w2', args: { path: 'second.md', text: 'Two.' } }
const twoCalls = () => [says('', { calls: [write, second] }), says('The gate is painted **green**.')]
const RAN_TWO = [write, second].map(({ name, args }) => ({ name, args, ok: true }))

const GEMINI = 'https://ai.google.dev/gemini-api/docs/thought-signatures'

export const comesBack: Kind[] = [
  wantsBack(
    'DeepSeek wants reasoning_content back',
    'earendil-works/pi#3636',
    'reasoning_content',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
  ),
  wantsBack(
    'Kimi wants reasoning_content back',
    'CherryHQ/cherry-studio#12619',
    'reasoning_content',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
  ),
  kind('DeepSeek wants it back in every step', 'https://api-docs.deepseek.com/guides/thinking_mode', {
    phases: ['answer'],
    says: () => [
      says('', { reasoning: 'First thought.', calls: [write] }),
      says('', { reasoning: 'Second thought.', calls: [second] }),
      says('The gate is painted **green**.', { reasoning: 'Third thought.' }),
    ],
    serve: (seen, said) => {
      const back = assistantsWithCalls(seen).map((message) => message.reasoning_content)
      const due = ['First thought.', 'Second thought.'].slice(0, back.length)
      return JSON.stringify(back) === JSON.stringify(due)
        ? chat(said)
        : refusal(400, 'The `reasoning_content` in the thinking mode must be passed back to the API.')
    },
    expect: { tools: RAN_TWO, reasoning: 'First thought.\nSecond thought.\nThird thought.', mostRequests: 3 },
  }),
  kind('reasoning_content that was never sent is not invented', 'https://console.groq.com/docs/openai', {
    phases: ['answer'],
    serve: (seen, said) =>
      JSON.stringify(messagesOf(seen)).includes('"reasoning')
        ? refusal(
            400,
            "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
          )
        : chat(said, { reasoning: null }),
    expect: { reasoning: '' },
  }),
  refusing({
    name: 'a service that sends reasoning and refuses it',
    source: 'https://console.groq.com/docs/openai',
    phases: ['answer'],
    // It cannot be known before the first refusal.
    when: (seen) => JSON.stringify(messagesOf(seen)).includes('"reasoning'),
    refuse: () =>
      refusal(
        400,
        "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
      ),
  }),
  {
    name: 'OpenRouter reasoning_details come back',
    source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks',
    apis: ['chat'],
    phases: ['answer'],
    serve: (seen, said) => {
      const block = {
        type: 'reasoning.encrypted',
        data: 'gAAAA+/==',
        id: 'rs_1',
        format: 'openai-responses-v1',
        index: 0,
      }
      const kept = assistantsWithCalls(seen).every((message) =>
        JSON.stringify(message.reasoning_details ?? null).includes('"gAAAA+/=="'),
      )
      if (!kept) return refusal(400, 'Missing reasoning_details in the assistant message.')
      return chat(said, {
        reasoning: 'reasoning',
        edit: ([first = {}, ...rest]) => [
          first,
          ...(said.reasoning ? [chunk({ reasoning_details: [block] })] : []),
          ...rest,
        ],
      })
    },
  },
  kind('Gemini: several calls in one event, without index', 'CherryHQ/cherry-studio#10958', {
    phases: ['think', 'answer'],
    says: (phase) =>
      phase === 'think'
        ? [
            says('Nothing is missing.', {
              calls: [
                {
                  id: 'd1',
                  name: 'continue_thinking',
                  args: { continueThinking: false, reason: 'Enough is known.' },
                },
              ],
            }),
            says('The gate is painted **green**.'),
          ]
        : twoCalls(),
    serve: (_, said) => gemini(said),
    expect: (phase) => ({ reasoning: '', tools: phase === 'answer' ? RAN_TWO : [] }),
  }),
  kind('Gemini: the thought signature comes back', GEMINI, {
    phases: ['answer'],
    model: 'gemini-3-pro-preview',
    says: twoCalls,
    serve: (seen, said) => {
      const [first, ...others] = callsOf(seen)
      const kept = !first || (signatureOf(first) === SIGNATURE && others.every((call) => !signatureOf(call)))
      return kept ? gemini(said) : invalid(MISSING)
    },
    expect: { reasoning: '', tools: RAN_TWO },
  }),
  kind('Gemini: signatures of two steps come back', GEMINI, {
    phases: ['answer'],
    model: 'gemini-3-pro-preview',
    says: () => [
      says('', { calls: [write] }),
      says('', { calls: [second] }),
      says('The gate is painted **green**.'),
    ],
    serve: (seen, said) =>
      callsOf(seen).every((call) => signatureOf(call) === SIGNATURE) ? gemini(said) : invalid(MISSING),
    expect: { reasoning: '', tools: RAN_TWO, mostRequests: 3 },
  }),
  kind('Gemini: an error body that is an array', 'Gitlawb/openclaude#67', {
    phases: ['answer'],
    serve: () => invalid('User location is not supported for the API use.'),
    expect: {
      status: 'failed',
      answer: '',
      failure: /User location is not supported/,
      tools: [],
      reasoning: null,
      mostRequests: 1,
    },
  }),
  {
    name: 'Gemini: reasoning as thought in extra_content',
    source: 'https://ai.google.dev/gemini-api/docs/openai#thinking',
    apis: ['chat'],
    phases: ['answer', 'notes'],
    // Asked with include_thoughts, Gemini writes them as text in <thought> tags.
    serve: (_, said) =>
      said.reasoning
        ? chat(
            { ...said, text: `<thought>${said.reasoning}</thought>${said.text}`, reasoning: '' },
            {
              edit: (events) =>
                events.map((event) =>
                  JSON.stringify(event).includes('thought')
                    ? { ...event, extra_content: { google: { thought: true } } }
                    : event,
                ),
            },
          )
        : chat(said),
  },
  {
    name: 'encrypted reasoning comes back when nothing is stored',
    source: 'https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items',
    apis: ['responses'],
    phases: ['answer'],
    model: 'gpt-5.4-mini',
    baseUrl: 'https://api.openai.com/v1',
    serve: ({ body }, said) => {
      const items = (body.input ?? []) as Json[]
      const calls = items.filter(({ type }) => type === 'function_call')
      const kept = items.some(({ encrypted_content }) => encrypted_content === 'gAAAA+/==')
      if (calls.length && !kept)
        return refusal(
          400,
          "Item 'fc_0' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
        )
      return responses(said, said.calls.length ? { encrypted: 'gAAAA+/==' } : {})
    },
    requests: ([first = {}]) =>
      JSON.stringify(first.include ?? []).includes('reasoning.encrypted_content')
        ? []
        : ['the encrypted reasoning was not asked for'],
  },
  {
    name: 'Mistral: the call comes back with its own id',
    source: 'https://docs.mistral.ai/capabilities/function_calling/',
    apis: ['chat'],
    phases: ['answer'],
    says: () => [
      says('', { calls: [{ ...write, id: 'D681PevKs' }] }),
      says('The gate is painted **green**.'),
    ],
    serve: (seen, said) =>
      callsOf(seen).every(({ id }) => /^[A-Za-z0-9]{9}$/.test(String(id)))
        ? chat(said, { edit: (events) => events, reasoning: null })
        : refusal(422, 'Tool call id was call_x but must be a-z, A-Z, 0-9, with a length of 9.'),
    expect: { reasoning: '' },
  },
]
