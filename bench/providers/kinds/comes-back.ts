import type { Kind, ModelReply, Reply, Seen } from '../kind'
import { ANSWER_ONLY, FOREGROUND, kind, NOTED, RAN_BOTH, refusing, second } from '../make'
import { ANSWER, REASONING, SCRIPT, says, write } from '../script'
import { chat, chunk, data, document, messagesOf, refusal, sse } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const assistantsWithCalls = (seen: Pick<Seen, 'body'>) =>
  messagesOf(seen).filter((message) => Array.isArray(message.tool_calls))
const callsOf = (seen: Pick<Seen, 'body'>) =>
  assistantsWithCalls(seen).flatMap((message) => message.tool_calls as Json[])

/** A service that checks what comes back with the second request, or answers that it is missing. */
const checks = (
  name: string,
  isKept: (seen: Seen) => boolean,
  missing: Reply,
  reply: (said: ModelReply, seen: Seen) => Reply,
  more: Partial<Kind> = {},
): Kind =>
  kind(name, {
    phases: ANSWER_ONLY,
    serve: (seen, said) => (isKept(seen) ? reply(said, seen) : missing),
    ...more,
  })

const WANTED = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
const UNSUPPORTED = refusal(
  400,
  "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
)
const hasReasoning = (seen: Seen) => JSON.stringify(messagesOf(seen)).includes('"reasoning')
const isBack = (seen: Seen) =>
  assistantsWithCalls(seen).every((message) => message.reasoning_content === REASONING)
const withCode = (message: string) => refusal(400, message, { code: 'invalid_request_error' })

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
  data({
    choices: [{ delta: { role: 'assistant', ...delta }, finish_reason: finish, index: 0 }],
    ...{ created: 1_790_000_000, id: 'abc', model: 'gemini-3-pro-preview', object: 'chat.completion.chunk' },
  })

/** All calls in one event, whole, without `index`; the first has the signature. */
function gemini(said: ModelReply): Reply {
  const calls = said.calls.map(({ id, name, args }, at) => ({
    ...(at === 0 ? signed : {}),
    function: { arguments: JSON.stringify(args), name },
    ...{ id, type: 'function' },
  }))
  return sse([
    ...(said.text ? [geminiChunk({ content: said.text })] : []),
    ...(calls.length ? [geminiChunk({ tool_calls: calls })] : []),
    geminiChunk({}, calls.length ? 'tool_calls' : 'stop'),
    'data: [DONE]\n\n',
  ])
}
const twoCalls = () => [says('', { calls: [write, second] }), says(ANSWER)]
const twoSteps = () => [says('', { calls: [write] }), says('', { calls: [second] }), says(ANSWER)]
const MODEL = { model: 'gemini-3-pro-preview' }

export const comesBack: Kind[] = [
  checks('DeepSeek wants reasoning_content back', isBack, withCode(WANTED), (said) => chat(said)),
  checks(
    'Kimi wants reasoning_content back',
    isBack,
    withCode(
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    ),
    (said) => chat(said),
  ),
  checks(
    'DeepSeek wants it back in every step',
    (seen) => {
      const back = assistantsWithCalls(seen).map((message) => message.reasoning_content)
      const due = ['First thought.', 'Second thought.'].slice(0, back.length)
      return JSON.stringify(back) === JSON.stringify(due)
    },
    refusal(400, WANTED),
    (said) => chat(said),
    {
      says: () =>
        twoSteps().map((said, at) => ({
          ...said,
          reasoning: `${['First', 'Second', 'Third'][at]} thought.`,
        })),
      expect: {
        tools: RAN_BOTH,
        reasoning: 'First thought.\nSecond thought.\nThird thought.',
        mostRequests: 3,
      },
    },
  ),
  checks(
    'reasoning_content that was never sent is not invented',
    (seen) => !hasReasoning(seen),
    UNSUPPORTED,
    (said) => chat(said, { reasoning: null }),
    { expect: { reasoning: '' } },
  ),
  // It cannot be known before the first refusal.
  refusing('a service that sends reasoning and refuses it', hasReasoning, () => UNSUPPORTED, {
    phases: ANSWER_ONLY,
  }),
  checks(
    'OpenRouter reasoning_details come back',
    (seen) =>
      assistantsWithCalls(seen).every((message) =>
        JSON.stringify(message.reasoning_details ?? null).includes('"gAAAA+/=="'),
      ),
    refusal(400, 'Missing reasoning_details in the assistant message.'),
    (said) => {
      const id = { id: 'rs_1', format: 'openai-responses-v1', index: 0 }
      const block = { type: 'reasoning.encrypted', data: 'gAAAA+/==', ...id }
      const sent = said.reasoning ? [chunk({ reasoning_details: [block] })] : []
      return chat(said, {
        reasoning: 'reasoning',
        edit: ([first = {}, ...rest]) => [first, ...sent, ...rest],
      })
    },
  ),
  kind('Gemini: several calls in one event, without index', {
    phases: FOREGROUND,
    says: (phase) =>
      phase === 'think' ? SCRIPT.think.map((said) => ({ ...said, reasoning: '' })) : twoCalls(),
    serve: (_, said) => gemini(said),
    expect: (phase) => ({ reasoning: '', tools: phase === 'answer' ? RAN_BOTH : [] }),
  }),
  checks(
    'Gemini: the thought signature comes back',
    (seen) => {
      const [first, ...others] = callsOf(seen)
      return !first || (signatureOf(first) === SIGNATURE && others.every((call) => !signatureOf(call)))
    },
    invalid(MISSING),
    gemini,
    { ...MODEL, says: twoCalls, expect: { reasoning: '', tools: RAN_BOTH } },
  ),
  checks(
    'Gemini: signatures of two steps come back',
    (seen) => callsOf(seen).every((call) => signatureOf(call) === SIGNATURE),
    invalid(MISSING),
    gemini,
    { ...MODEL, says: twoSteps, expect: { reasoning: '', tools: RAN_BOTH, mostRequests: 3 } },
  ),
  kind('Gemini: reasoning as thought in extra_content', {
    phases: NOTED,
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
  }),
  checks(
    'encrypted reasoning comes back when nothing is stored',
    ({ body }) => {
      const items = (body.input ?? []) as Json[]
      return (
        !items.some(({ type }) => type === 'function_call') ||
        items.some(({ encrypted_content }) => encrypted_content === 'gAAAA+/==')
      )
    },
    refusal(
      400,
      "Item 'fc_0' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
    ),
    (said) => responses(said, said.calls.length ? { encrypted: 'gAAAA+/==' } : {}),
    {
      ...{ apis: ['responses'], model: 'gpt-5.4-mini', baseUrl: 'https://api.openai.com/v1' },
      requests: ([first = {}]) =>
        JSON.stringify(first.include ?? []).includes('reasoning.encrypted_content')
          ? []
          : ['the encrypted reasoning was not asked for'],
    },
  ),
  checks(
    'Mistral: the call comes back with its own id',
    (seen) => callsOf(seen).every(({ id }) => /^[A-Za-z0-9]{9}$/.test(String(id))),
    refusal(422, 'Tool call id was call_x but must be a-z, A-Z, 0-9, with a length of 9.'),
    (said) => chat(said, { reasoning: null }),
    {
      says: () => [says('', { calls: [{ ...write, id: 'D681PevKs' }] }), says(ANSWER)],
      expect: { reasoning: '' },
    },
  ),
]
