import type { Kind } from '../kind'
import { FOREGROUND, kind, refusing } from '../make'
import { document, refusal } from '../wire-chat'
import { BOTH, capped, has, NOTES, pydantic, without } from './refusal-forms'

const AZURE = 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning'

export const refusedParameters: Kind[] = [
  without(
    'max_tokens',
    'https://platform.openai.com/docs/guides/reasoning',
    has('max_tokens'),
    refusal(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    ),
    {
      requests: (bodies) =>
        bodies.slice(1).every((body) => body.max_completion_tokens !== undefined)
          ? []
          : ['max_completion_tokens was not used'],
    },
  ),
  without(
    'max_tokens, as Azure',
    AZURE,
    has('max_tokens'),
    refusal(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { code: 'unsupported_parameter' },
    ),
    { model: 'my-deployment' },
  ),
  without(
    'max_completion_tokens',
    'https://docs.mistral.ai/api/',
    has('max_completion_tokens'),
    pydantic('max_completion_tokens'),
    { model: 'gpt-5.4-mini' },
  ),
  without(
    'max_completion_tokens, in words',
    'own: older OpenAI-compatible services',
    has('max_completion_tokens'),
    refusal(400, "Unknown parameter: 'max_completion_tokens'."),
    { model: 'o5-mini' },
  ),
  without(
    'max_output_tokens',
    'own: the words of the ChatGPT backend',
    has('max_output_tokens'),
    document(400, { detail: 'Unsupported parameter: max_output_tokens' }),
    { apis: ['responses'] },
  ),
  without(
    'more than 2,048 tokens',
    'own: the words of the first report',
    capped(2_048),
    refusal(400, 'max_tokens must be less than or equal to 2048'),
    { phases: FOREGROUND },
  ),
  without(
    'more than 2,048 tokens, as OpenAI',
    'https://platform.openai.com/docs/api-reference/chat/create',
    capped(2_048),
    refusal(
      400,
      'max_tokens is too large: 4096. This model supports at most 2048 completion tokens, whereas you provided 4096.',
      { param: 'max_tokens', code: 'invalid_value' },
    ),
    { phases: FOREGROUND },
  ),
  without(
    'more than 2,048 tokens, as DeepSeek',
    'https://api-docs.deepseek.com/api/create-chat-completion',
    capped(2_048),
    refusal(400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 2048]'),
    { phases: FOREGROUND },
  ),
  without(
    'more than 2,048 tokens, as Groq',
    'https://console.groq.com/docs/errors',
    capped(2_048),
    refusal(
      400,
      '`max_tokens` must be less than or equal to `2048`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      { param: 'max_tokens' },
    ),
    { phases: FOREGROUND },
  ),
  without(
    'more than 2,048 tokens, as Anthropic',
    'https://docs.anthropic.com/en/api/errors',
    capped(2_048),
    refusal(
      400,
      'max_tokens: 4096 > 2048, which is the maximum allowed number of output tokens for claude-3-haiku',
    ),
    { phases: FOREGROUND },
  ),
  without(
    'more than 2,048 tokens, as Alibaba',
    'https://help.aliyun.com/zh/model-studio/error-code',
    capped(2_048),
    refusal(400, '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2048]'),
    { phases: FOREGROUND },
  ),
  without(
    'stream_options',
    'own: words that clients look for (stream_options is not supported)',
    has('stream_options'),
    refusal(400, 'stream_options is not supported'),
    {},
  ),
  without(
    'stream_options, as Azure',
    'https://learn.microsoft.com/azure/ai-foundry/openai/reference',
    has('stream_options'),
    refusal(400, 'Unrecognized request argument supplied: stream_options'),
    {},
  ),
  without(
    'stream_options, as Mistral',
    'https://docs.mistral.ai/api/',
    has('stream_options'),
    pydantic('stream_options'),
    {},
  ),
  without(
    'temperature',
    'https://platform.openai.com/docs/guides/reasoning',
    has('temperature'),
    refusal(
      400,
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      { param: 'temperature', code: 'unsupported_value' },
    ),
    { apis: BOTH },
  ),
  without(
    'temperature, as Kimi',
    'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
    (body) => body.temperature !== undefined && body.temperature !== 1,
    refusal(400, 'invalid temperature: only 1 is allowed for this model'),
  ),
  without(
    'temperature 0, as TGI',
    'https://huggingface.co/docs/text-generation-inference/messages_api',
    (body) => body.temperature === 0,
    document(422, {
      error: 'Input validation error: `temperature` must be strictly positive',
      error_type: 'validation',
    }),
  ),
  without(
    'reasoning_effort',
    'https://docs.x.ai/docs/guides/reasoning',
    has('reasoning_effort'),
    document(400, {
      code: 'Client specified an invalid argument',
      error: 'Model grok-4 does not support parameter reasoningEffort.',
    }),
  ),
  without(
    'reasoning',
    'https://platform.openai.com/docs/guides/reasoning',
    has('reasoning'),
    refusal(400, "Unsupported parameter: 'reasoning.effort' is not supported with this model.", {
      param: 'reasoning.effort',
      code: 'unsupported_parameter',
    }),
    { apis: ['responses'], model: 'gpt-5.4-mini' },
  ),
  without(
    'include',
    'https://github.com/ollama/ollama/blob/main/openai/responses.go',
    has('include'),
    refusal(400, "Unknown parameter: 'include'."),
    { apis: ['responses'], model: 'gpt-5.4-mini' },
  ),
  without(
    'encrypted content',
    'https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items',
    (body) => JSON.stringify(body.include ?? []).includes('encrypted'),
    refusal(400, 'Encrypted content is not supported with this model.', { param: 'include' }),
    { apis: ['responses'], model: 'gpt-5.4-mini' },
  ),
  without(
    'store',
    'https://docs.mistral.ai/api/',
    has('store'),
    refusal(400, 'store: Extra inputs are not permitted'),
    { apis: BOTH },
  ),
  refusing({
    name: 'refuses two things, one after the other',
    source: 'own: each refusal names the first thing it finds',
    when: ({ body }) => body.stream_options !== undefined || body.max_tokens !== undefined,
    refuse: ({ body }) =>
      body.stream_options !== undefined
        ? refusal(400, 'Unrecognized request argument supplied: stream_options')
        : refusal(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          ),
    expect: (phase) => ({ mostRequests: NOTES.includes(phase) ? 3 : 4 }),
  }),
  kind('a refusal of nothing that can be left out', 'own: a service that says no to everything', {
    apis: BOTH,
    phases: ['answer'],
    serve: () => refusal(400, 'This organization has been disabled.'),
    expect: {
      status: 'failed',
      answer: '',
      failure: /This organization has been disabled/,
      tools: [],
      reasoning: null,
      mostRequests: 1,
    },
  }),
]
