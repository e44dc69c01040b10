import type { Kind, Reply, Said } from '../kind'
import { ANSWER_ONLY, FOREGROUND, good, kind } from '../make'
import { ANSWER, RAN, REASONING, says, write } from '../script'
import { chat, document, messagesOf, refusal } from '../wire-chat'
import { responses } from '../wire-responses'

type Json = Record<string, unknown>
const BOTH = ['chat', 'responses'] as const

/** A stop token that the server leaves at the end of the text. */
const leaks = (token: string, source: string): Kind => ({
  name: `${token} at the end`,
  source,
  apis: BOTH,
  phases: ['answer', 'notes'],
  serve: ({ api }, said) => {
    const leaked = said.text ? { ...said, text: `${said.text}${token}` } : said
    return api === 'chat' ? chat(leaked, { every: 5 }) : responses(leaked, { every: 5 })
  },
})
const staysText = (name: string, text: string): Kind => ({
  name: `stays text: ${name}`,
  source: 'lmstudio-ai/lmstudio-bug-tracker#1509',
  apis: BOTH,
  phases: ANSWER_ONLY,
  says: () => [says(text)],
  serve: ({ api }, said) => (api === 'chat' ? chat(said, { every: 5 }) : responses(said, { every: 5 })),
  expect: { answer: text, tools: [], reasoning: '' },
})

const toolUseFailed = (said: Said): Reply =>
  refusal(
    400,
    "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    {
      code: 'tool_use_failed',
      failed_generation: `<function=${said.calls[0]?.name}=${JSON.stringify(said.calls[0]?.args)}</function>`,
    },
  )

const callsIn = (body: Json) =>
  messagesOf({ body }).flatMap(({ tool_calls }) => (tool_calls ?? []) as { id: string }[])
const resultsIn = (body: Json) => messagesOf({ body }).filter(({ role }) => role === 'tool')

export const ownAnswers: Kind[] = [
  leaks('<|im_end|>', 'moltis-org/moltis#306'),
  leaks('</s>', 'ggml-org/llama.cpp#6859'),
  leaks('<|eot_id|>', 'logancyang/obsidian-copilot#2284'),
  leaks('<end_of_turn>', 'logancyang/obsidian-copilot#2284'),
  leaks('<|endoftext|>', 'logancyang/obsidian-copilot#2284'),
  leaks('<｜end▁of▁sentence｜>', 'logancyang/obsidian-copilot#2284'),
  leaks('<eos>', 'jundot/omlx#1087'),
  staysText('a stop token in backticks', 'Qwen ends a turn with `<|im_end|>`, Llama with `<|eot_id|>`.'),
  staysText('a stop token in a sentence', 'The tag </s> strikes text out in HTML, and <s> opens it.'),
  kind('Groq: a tool call that it could not parse', 'pydantic/pydantic-ai#2774', {
    phases: FOREGROUND,
    serve: (seen, said) => (seen.earlier.length === 0 ? toolUseFailed(said) : chat(said)),
    unlearned: true,
    requests: (bodies) =>
      bodies.every(({ tools }) => Array.isArray(tools)) ? [] : ['a request came without tools'],
    expect: { mostRequests: 3, reasoning: /^(The gate was painted in May\.)?$/ },
  }),
  kind('nothing after a tool result, and then an answer', 'BerriAI/litellm#24453', {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: (seen, said) => good(seen, seen.earlier.length === 1 ? says('') : said),
    expect: { mostRequests: 3 },
  }),
  {
    name: 'nothing at first, from a model whose roles must alternate',
    source: 'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.2 (chat template)',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [says(ANSWER)],
    serve: (seen, said) => {
      const roles = messagesOf(seen).map(({ role }) => role)
      if (roles.some((role, at) => role === 'user' && roles[at - 1] === 'user'))
        return document(400, {
          object: 'error',
          message: 'Conversation roles must alternate user/assistant/user/assistant/...',
          type: 'BadRequestError',
          param: null,
          code: 400,
        })
      return chat(seen.earlier.length === 0 ? says('') : said)
    },
    expect: { tools: [], reasoning: '', mostRequests: 3 },
  },
  {
    name: 'the same call id in two steps',
    source: 'https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [
      says('', { calls: [{ ...write, id: 'functions.write_file:0' }] }),
      says('', { calls: [{ ...write, id: 'functions.write_file:0', args: { path: 'b.md', text: 'Two.' } }] }),
      says(ANSWER),
    ],
    serve: (seen, said) => {
      const ids = callsIn(seen.body).map(({ id }) => id)
      const answered = resultsIn(seen.body).map(({ tool_call_id }) => tool_call_id)
      const fits = new Set(ids).size === ids.length && JSON.stringify(ids) === JSON.stringify(answered)
      return fits ? chat(said) : refusal(400, 'Duplicate tool_call_id in the messages.')
    },
    expect: {
      tools: [...RAN, { name: 'write_file', args: { path: 'b.md', text: 'Two.' } }],
      reasoning: '',
      mostRequests: 3,
    },
  },
  {
    name: 'every call must have its result, and every result its call',
    source: 'https://api-docs.deepseek.com/guides/function_calling',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [
      says('', {
        reasoning: REASONING,
        calls: [write, { ...write, id: 'call_x', name: 'fly_away', args: {} }],
      }),
      says(ANSWER),
    ],
    serve: (seen, said) => {
      const ids = callsIn(seen.body).map(({ id }) => id)
      const answered = resultsIn(seen.body).map(({ tool_call_id }) => tool_call_id)
      return JSON.stringify(ids) === JSON.stringify(answered)
        ? chat(said)
        : refusal(
            400,
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
          )
    },
    expect: { tools: [...RAN, { name: 'fly_away', args: {}, ok: false }] },
  },
]
