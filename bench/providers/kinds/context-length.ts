import type { Kind } from '../kind'
import { document, refusal } from '../wire-chat'
import { OVERFLOW, small } from './context-forms'

export const contextLength: Kind[] = [
  small('OpenAI', 'https://platform.openai.com/docs/guides/error-codes', ({ prompt, reply, limit }) =>
    refusal(
      400,
      `This model's maximum context length is ${limit} tokens. However, you requested ${prompt + reply} tokens (${prompt} in the messages, ${reply} in the completion). Please reduce the length of the messages or completion.`,
      { param: 'messages', code: 'context_length_exceeded' },
    ),
  ),
  small(
    'OpenAI, messages alone',
    'https://platform.openai.com/docs/guides/error-codes',
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
  small('vLLM', 'vllm-project/vllm#19464', ({ prompt, reply, limit }) =>
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
    'anomalyco/opencode#11141',
    ({ prompt, limit }) =>
      document(400, { error: `Cannot truncate prompt with n_keep (${prompt}) >= n_ctx (${limit})` }),
    { counts: 'prompt' },
  ),
  small(
    'LM Studio, in words',
    'lmstudio-ai/lmstudio-bug-tracker#546',
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
]
