import type { Kind } from '../kind'
import { kind } from '../make'
import { ANSWER, says } from '../script'
import { chat, document, plain, refusal, USAGE } from '../wire-chat'
import { OVERFLOW, promptTokens, small } from './context-forms'

/** The second prompt is clearly longer than the first. */
const WRITES = [100, 2].map((lines) => ({
  id: `call_w${lines}`,
  name: 'write_file',
  args: { path: 'gate.md', text: 'The gate is green.\n'.repeat(lines) },
}))

export const contextOthers: Kind[] = [
  small(
    'Anthropic',
    'https://docs.anthropic.com/en/api/openai-sdk',
    ({ prompt, limit }) => refusal(400, `prompt is too long: ${prompt} tokens > ${limit} maximum`),
    { counts: 'prompt' },
  ),
  small(
    'xAI',
    'https://docs.x.ai/docs/key-information/debugging',
    ({ prompt, limit }) =>
      document(400, {
        code: 'Client specified an invalid argument',
        error: `This model's maximum prompt length is ${limit} but the request contains ${prompt} tokens.`,
      }),
    { counts: 'prompt' },
  ),
  small(
    'Mistral',
    'https://docs.mistral.ai/api/',
    ({ prompt, limit }) =>
      document(400, {
        object: 'error',
        message: `Prompt contains ${prompt} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`,
        type: 'invalid_request_prompt',
        param: null,
        code: '3051',
      }),
    { counts: 'prompt' },
  ),
  small('Together', 'https://docs.together.ai/docs/error-codes', ({ prompt, reply, limit }) =>
    document(422, {
      error: {
        message: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${limit}. Given: ${prompt} \`inputs\` tokens and ${reply} \`max_new_tokens\``,
        type: 'invalid_request_error',
        param: 'max_tokens',
        code: null,
      },
    }),
  ),
  small(
    'Kimi',
    'https://platform.moonshot.ai/docs/api/errors',
    ({ prompt, limit }) =>
      refusal(
        400,
        `Invalid request: Your request exceeded model token limit: ${limit} (requested: ${prompt})`,
      ),
    { counts: 'prompt' },
  ),
  small(
    'SGLang',
    'https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/managers/tokenizer_manager.py',
    ({ prompt, limit }) =>
      document(400, {
        object: 'error',
        message: `The input (${prompt} tokens) is longer than the model's context length (${limit} tokens).`,
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
    { counts: 'prompt' },
  ),
  small(
    'Cerebras',
    'https://inference-docs.cerebras.ai/support/error',
    ({ prompt, limit }) =>
      document(400, {
        message: `Please reduce the length of the messages or completion. Current length is ${prompt} while limit is ${limit}`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      }),
    { counts: 'prompt' },
  ),
  small(
    'a proxy, in plain text',
    'own: gateways that pass on only the words',
    ({ prompt, limit }) => plain(413, `prompt too long: ${prompt} tokens, at most ${limit}`),
    { counts: 'prompt' },
  ),
  kind('context of 4,096 that Ollama cuts silently', 'ollama/ollama#7987', {
    phases: ['answer'],
    history: 6,
    says: () => [...WRITES.map((call) => says('', { calls: [call] })), says(ANSWER)],
    serve: (seen, said) => {
      const read = Math.min(promptTokens(seen), 4_096)
      return chat(said, { usage: { ...USAGE, prompt_tokens: read, total_tokens: read + 20 } })
    },
    expect: { notice: /4,096|4096/, tools: WRITES, reasoning: '', mostRequests: 3 },
    // The first two cannot know it. What follows fits.
    requests: (bodies) =>
      bodies.slice(2).some((body) => promptTokens({ body }) > 4_096)
        ? ['a later request is longer than what the service reads']
        : [],
  }),
  kind('a message too long for any plan', OVERFLOW, {
    phases: ['answer'],
    serve: () =>
      refusal(400, "This model's maximum context length is 300 tokens. However, you requested 9000 tokens.", {
        code: 'context_length_exceeded',
      }),
    expect: {
      status: 'failed',
      answer: '',
      failure: /Shorten the message, attach it as a file.*maximum context length is 300 tokens/,
      tools: [],
      reasoning: null,
      mostRequests: 2,
    },
  }),
]
