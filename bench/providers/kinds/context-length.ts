import { countTokens } from '@/lib/model/tokens'
import type { Kind, Reply, Seen } from '../kind'
import { refusing } from '../make'
import { chat, document, plain, refusal, USAGE } from '../wire-chat'

/** Tokens of a request's texts and tools, as a service counts them. */
const promptTokens = ({ body }: Pick<Seen, 'body'>) =>
  countTokens(
    JSON.stringify([body.messages ?? [body.instructions, body.input], body.tools ?? []]).replaceAll(
      '\\n',
      '\n',
    ),
  )
const room = ({ body }: Pick<Seen, 'body'>) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 0)

/** Where only the prompt counts, and where the reply's room counts too. */
const LIMITS = { prompt: 4_096, both: 8_192 }
type Sizes = { prompt: number; reply: number; limit: number }

/** A small context whose service says so in its own words. The history is planned again within it, once. */
const small = (
  name: string,
  source: string,
  refuse: (sizes: Sizes) => Reply,
  more: { counts?: 'prompt' | 'both' } & Partial<Kind> = {},
): Kind => {
  const { counts = 'both', ...rest } = more
  const limit = LIMITS[counts]
  const isTooLong = (seen: Pick<Seen, 'body'>) =>
    promptTokens(seen) + (counts === 'both' ? room(seen) : 0) > limit
  return refusing({
    name: `context of ${limit}: ${name}`,
    finding: 'P9',
    source,
    phases: ['think', 'answer'],
    history: 5,
    when: isTooLong,
    refuse: (seen) => refuse({ prompt: promptTokens(seen), reply: room(seen), limit }),
    // Whether the person is told is left open: nothing of this turn's own is missing.
    expect: { notice: /^/ },
    requests: (bodies) => (bodies.some((body) => isTooLong({ body })) ? [] : ['no request was too long']),
    ...rest,
  })
}

const OVERFLOW =
  'https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/context/context-management/context-error-handling.ts'

export const contextLength: Kind[] = [
  small(
    'OpenAI',
    'https://community.openai.com/t/context-length-exceeded/464797',
    ({ prompt, reply, limit }) =>
      refusal(
        400,
        `This model's maximum context length is ${limit} tokens. However, you requested ${prompt + reply} tokens (${prompt} in the messages, ${reply} in the completion). Please reduce the length of the messages or completion.`,
        { param: 'messages', code: 'context_length_exceeded' },
      ),
  ),
  small(
    'OpenAI, messages alone',
    'https://community.openai.com/t/context-length-exceeded/464797',
    ({ prompt, limit }) =>
      refusal(
        400,
        `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${prompt} tokens (${prompt - 900} in the messages, 900 in the functions). Please reduce the length of the messages or functions.`,
        { param: 'messages', code: 'context_length_exceeded' },
      ),
    { counts: 'prompt' },
  ),
  small(
    'OpenAI Responses',
    'https://platform.openai.com/docs/api-reference/responses',
    () =>
      refusal(
        400,
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
        { param: 'input', code: 'context_length_exceeded' },
      ),
    { counts: 'prompt', apis: ['responses'] },
  ),
  small('vLLM', 'https://github.com/vllm-project/vllm/issues/19464', ({ prompt, reply, limit }) =>
    document(400, {
      object: 'error',
      message: `This model's maximum context length is ${limit} tokens. However, you requested ${prompt + reply} tokens (${prompt} in the messages, ${reply} in the completion). Please reduce the length of the messages or completion.`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  ),
  small(
    'vLLM, newer',
    'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/serving_engine.py',
    ({ prompt, reply, limit }) =>
      document(400, {
        error: {
          message: `'max_tokens' or 'max_completion_tokens' is too large: ${reply}. This model's maximum context length is ${limit} tokens and your request has ${prompt} input tokens (${reply} > ${limit} - ${prompt}).`,
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      }),
  ),
  small(
    'llama.cpp',
    'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    ({ prompt, limit }) =>
      document(400, {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: prompt,
          n_ctx: limit,
        },
      }),
    { counts: 'prompt' },
  ),
  small(
    'llama.cpp, with its figures in the words',
    'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    ({ prompt, limit }) =>
      document(400, {
        error: {
          code: 400,
          message: `request (${prompt} tokens) exceeds the available context size (${limit} tokens), try increasing it`,
          type: 'exceed_context_size_error',
          n_prompt_tokens: prompt,
          n_ctx: limit,
        },
      }),
    { counts: 'prompt' },
  ),
  small(
    'LM Studio',
    'https://github.com/anomalyco/opencode/issues/11141',
    ({ prompt, limit }) =>
      document(400, { error: `Cannot truncate prompt with n_keep (${prompt}) >= n_ctx (${limit})` }),
    { counts: 'prompt' },
  ),
  small(
    'LM Studio, in words',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546',
    ({ prompt, limit }) =>
      document(400, {
        error: `Trying to keep the first ${prompt} tokens when context the overflows. However, the model is loaded with context length of only ${limit} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
      }),
    { counts: 'prompt' },
  ),
  small(
    'Ollama',
    'https://github.com/ollama/ollama/blob/main/server/routes.go',
    () =>
      document(400, {
        error: {
          message: 'the input length exceeds the context length',
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
      }),
    { counts: 'prompt' },
  ),
  small('OpenRouter', OVERFLOW, ({ prompt, reply, limit }) =>
    document(400, {
      error: {
        message: `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${prompt + reply} tokens (${prompt - 900} of text input, 900 of tool input, ${reply} in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
        code: 400,
        metadata: { provider_name: null },
      },
    }),
  ),
  small(
    'Gemini',
    'https://ai.google.dev/gemini-api/docs/openai',
    ({ prompt, limit }) =>
      document(400, [
        {
          error: {
            code: 400,
            message: `The input token count (${prompt}) exceeds the maximum number of tokens allowed (${limit}).`,
            status: 'INVALID_ARGUMENT',
          },
        },
      ]),
    { counts: 'prompt' },
  ),
  small('LiteLLM', 'https://docs.litellm.ai/docs/exception_mapping', ({ prompt, reply, limit }) =>
    document(400, {
      error: {
        message: `litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: OpenAIException - This model's maximum context length is ${limit} tokens. However, you requested ${prompt + reply} tokens. Received Model Group=small\nAvailable Model Group Fallbacks=None`,
        type: null,
        param: null,
        code: '400',
      },
    }),
  ),
  small('Groq', 'https://console.groq.com/docs/errors', () =>
    refusal(400, 'Please reduce the length of the messages or completion.', {
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  ),
  small(
    'Groq, too large',
    'https://console.groq.com/docs/rate-limits',
    ({ prompt, limit }) =>
      refusal(
        413,
        `Request too large for model \`m\` in organization \`o\` service tier \`on_demand\` on tokens per minute (TPM): Limit ${limit}, Requested ${prompt}, please reduce your message size and try again.`,
        { type: 'tokens', code: 'rate_limit_exceeded' },
      ),
    { counts: 'prompt' },
  ),
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
  {
    name: 'context of 4,096 that Ollama cuts silently',
    finding: 'P9',
    source: 'https://github.com/ollama/ollama/issues/7987',
    apis: ['chat'],
    phases: ['answer'],
    history: 5,
    serve: (seen, said) => {
      const read = Math.min(promptTokens(seen), 4_096)
      return chat(said, { usage: { ...USAGE, prompt_tokens: read, total_tokens: read + 20 } })
    },
    expect: { notice: /4,096|4096/ },
    // The first request cannot know it. What follows fits.
    requests: (bodies) =>
      bodies.slice(1).some((body) => promptTokens({ body }) > 4_096)
        ? ['a later request is longer than what the service reads']
        : [],
  },
  {
    name: 'a message too long for any plan',
    finding: 'P9',
    source: OVERFLOW,
    apis: ['chat'],
    phases: ['answer'],
    serve: () =>
      refusal(400, "This model's maximum context length is 300 tokens. However, you requested 9000 tokens.", {
        code: 'context_length_exceeded',
      }),
    expect: {
      status: 'failed',
      answer: '',
      failure: /maximum context length is 300 tokens/,
      tools: [],
      reasoning: null,
      mostRequests: 2,
    },
  },
]
