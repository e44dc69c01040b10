import type { Kind, Phase, Reply } from '../kind'
import { ALL, FOREGROUND, refusing } from '../make'
import { ANSWER, RAN, says, write } from '../script'
import { document, messagesOf, refusal } from '../wire-chat'

type Json = Record<string, unknown>
type Body = Record<string, unknown>
/** A service that does not take something. It is asked once, and then without it. */
const without = (
  name: string,
  source: string,
  when: (body: Body) => boolean,
  refuse: Reply,
  more: Partial<Kind> = {},
): Kind =>
  refusing({
    name: `refuses ${name}`,
    finding: 'P10',
    source,
    phases: ALL,
    when: ({ body }) => when(body),
    refuse: () => refuse,
    // A service to which nothing of this was sent has nothing to refuse.
    ...more,
  })

const has = (field: string) => (body: Body) => body[field] !== undefined
const vllm = (message: string): Reply =>
  document(400, { object: 'error', message, type: 'BadRequestError', param: null, code: 400 })
const pydantic = (field: string): Reply =>
  document(422, {
    detail: [
      { type: 'extra_forbidden', loc: ['body', field], msg: 'Extra inputs are not permitted', input: 1 },
    ],
  })
const roles = (body: Body) => messagesOf({ body }).map(({ role }) => role)
const inARow = (body: Body) => roles(body).some((role, at, all) => role === all[at - 1] && role !== 'tool')
const parts = (body: Body) => messagesOf({ body }).some(({ content }) => Array.isArray(content))
const formatOf = (body: Body) =>
  String(((body.response_format ?? (body.text as Json | undefined)?.format) as Json | undefined)?.type ?? '')
const isSchema = (body: Body) => formatOf(body) === 'json_schema'
const isForm = (body: Body) => /json/.test(formatOf(body))
const isStrict = (body: Body) =>
  /"strict":(true|false)/.test(JSON.stringify(body.response_format ?? body.tools ?? {}))
const hasNull = (body: Body) => messagesOf({ body }).some(({ content }) => content === null)
const second = { ...write, id: 'call_w2', args: { path: 'b.md', text: 'Two.' } }
const NOTES: readonly Phase[] = ['notes', 'title']
const AZURE = 'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning'
const BOTH = ['chat', 'responses'] as const

/** Up to so many tokens of a reply; more are refused. */
const capped = (most: number) => (body: Body) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 0) > most

export const refusals: Kind[] = [
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
    {
      model: 'gpt-5.4-mini',
    },
  ),
  without(
    'max_completion_tokens, in words',
    'https://github.com/BerriAI/litellm/issues/6892',
    has('max_completion_tokens'),
    refusal(400, "Unknown parameter: 'max_completion_tokens'."),
    { model: 'o5-mini' },
  ),
  without(
    'max_output_tokens',
    'https://github.com/openai/codex/issues/4141',
    has('max_output_tokens'),
    document(400, { detail: 'Unsupported parameter: max_output_tokens' }),
    { apis: ['responses'] },
  ),
  without(
    'more than 2,048 tokens',
    'https://github.com/huggingface/text-generation-inference/issues/1864',
    capped(2_048),
    refusal(400, 'max_tokens must be less than or equal to 2048'),
    { phases: FOREGROUND },
  ),
  without(
    'more than 2,048 tokens, as OpenAI',
    'https://community.openai.com/t/max-tokens-is-too-large/1015766',
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
    'https://github.com/deepseek-ai/DeepSeek-V3/issues/680',
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
    'https://github.com/BerriAI/litellm/issues/6077',
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
    'a JSON schema, as DeepSeek',
    'https://api-docs.deepseek.com/guides/json_mode',
    isSchema,
    refusal(400, 'This response_format type is unavailable now'),
    { phases: NOTES, apis: BOTH },
  ),
  without(
    'a JSON schema, as Groq',
    'https://console.groq.com/docs/structured-outputs',
    isSchema,
    refusal(
      400,
      'This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models',
      { param: 'response_format' },
    ),
    { phases: NOTES, apis: BOTH },
  ),
  without(
    'a JSON object, as LM Studio',
    'https://lmstudio.ai/docs/app/api/structured-output',
    (body) => formatOf(body) === 'json_object',
    document(400, { error: "'response_format.type' must be 'json_schema' or 'text'" }),
    { phases: NOTES },
  ),
  without(
    'every response_format',
    'https://docs.anthropic.com/en/api/openai-sdk',
    isForm,
    refusal(400, 'response_format: Extra inputs are not permitted'),
    { phases: NOTES, expect: { mostRequests: 3 } },
  ),
  without(
    'every response_format, as Perplexity',
    'https://docs.perplexity.ai/guides/structured-outputs',
    isForm,
    document(400, {
      error: {
        message: 'Structured output is only supported for Tier 3 and above',
        type: 'bad_request',
        code: 400,
      },
    }),
    { phases: NOTES, expect: { mostRequests: 3 } },
  ),
  without(
    'json_object without the word JSON',
    'https://platform.openai.com/docs/guides/structured-outputs#json-mode',
    (body) => isSchema(body) || (isForm(body) && !/json/i.test(JSON.stringify(body.messages))),
    refusal(
      400,
      "Prompt must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    ),
    { phases: NOTES },
  ),
  without(
    'a schema that it cannot compile',
    'https://docs.vllm.ai/en/latest/features/structured_outputs.html',
    isSchema,
    vllm('The provided JSON schema contains features not supported by xgrammar.'),
    { phases: NOTES },
  ),
  without(
    'a schema with bounds, as OpenAI',
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    isSchema,
    refusal(
      400,
      "Invalid schema for response_format 'turn_summary': In context=(), 'additionalProperties' is required to be supplied and to be false.",
      { param: 'response_format' },
    ),
    { phases: NOTES, apis: BOTH },
  ),
  without(
    'strict',
    'https://github.com/sgl-project/sglang/issues/3000',
    isStrict,
    refusal(400, "Unrecognized key(s) in object: 'strict'"),
    {},
  ),
  without(
    'tool_choice',
    'https://docs.vllm.ai/en/latest/features/tool_calling.html',
    (body) => body.tool_choice !== undefined && body.tool_choice !== 'none',
    refusal(400, 'tool_choice is not supported by this model'),
    { phases: FOREGROUND, apis: BOTH },
  ),
  without(
    'tool_choice, as Z.AI',
    'https://github.com/github/copilot-cli/issues/4646',
    (body) => body.tool_choice !== undefined && body.tool_choice !== 'auto',
    refusal(400, 'Tool choice must be auto'),
    { phases: FOREGROUND },
  ),
  without(
    'tool_choice, as DeepSeek',
    'https://api-docs.deepseek.com/guides/thinking_mode',
    has('tool_choice'),
    refusal(400, 'deepseek-reasoner does not support this tool_choice'),
    { phases: FOREGROUND },
  ),
  without(
    'parallel_tool_calls',
    'https://docs.cohere.com/docs/compatibility-api',
    has('parallel_tool_calls'),
    refusal(422, 'unprocessable entity: parallel_tool_calls is not supported'),
    { phases: FOREGROUND, apis: BOTH },
  ),
  without(
    'two calls in one message',
    'https://docs.vllm.ai/en/latest/features/tool_calling.html',
    (body) =>
      messagesOf({ body }).some(({ tool_calls }) => Array.isArray(tool_calls) && tool_calls.length > 1),
    refusal(500, 'This model only supports single tool-calls at once!'),
    {
      phases: ['answer'],
      says: () => [says('', { calls: [write, second] }), says(ANSWER)],
      expect: { tools: [...RAN, { name: 'write_file', args: second.args }], reasoning: '' },
    },
  ),
  without(
    'tools, as Ollama',
    'https://github.com/ollama/ollama/blob/main/server/images.go',
    has('tools'),
    document(400, {
      error: {
        message: 'registry.ollama.ai/library/gemma3:4b does not support tools',
        type: 'api_error',
        param: null,
        code: null,
      },
    }),
    { phases: FOREGROUND, apis: BOTH },
  ),
  without(
    'tools, as vLLM',
    'https://docs.vllm.ai/en/latest/features/tool_calling.html',
    has('tools'),
    vllm('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    { phases: FOREGROUND },
  ),
  without(
    'tools, as llama.cpp',
    'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/utils.hpp',
    has('tools'),
    document(500, {
      error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' },
    }),
    { phases: FOREGROUND },
  ),
  without(
    'tools, as OpenRouter',
    'https://openrouter.ai/docs/features/tool-calling',
    has('tools'),
    document(404, {
      error: {
        message:
          'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
        code: 404,
      },
    }),
    { phases: FOREGROUND },
  ),
  without(
    'tools, as Groq',
    'https://console.groq.com/docs/tool-use',
    has('tools'),
    refusal(400, '`tool calling` is not supported with this model'),
    { phases: FOREGROUND },
  ),
  without(
    'tools, as Perplexity',
    'https://docs.perplexity.ai/api-reference/chat-completions-post',
    has('tools'),
    document(400, {
      error: {
        message: 'Tool calling is not supported for this model.',
        type: 'invalid_parameter',
        code: 400,
      },
    }),
    { phases: FOREGROUND },
  ),
  without(
    'tools, as pydantic',
    'https://fastapi.tiangolo.com/tutorial/handling-errors/',
    has('tools'),
    pydantic('tools'),
    { phases: FOREGROUND },
  ),
  without(
    'the system role',
    'https://huggingface.co/google/gemma-2-9b-it/discussions/4',
    (body) => roles(body).some((role) => role === 'system' || role === 'developer'),
    vllm('System role not supported'),
  ),
  without(
    'the system role, as llama.cpp',
    'https://github.com/ggml-org/llama.cpp/issues/11866',
    (body) => roles(body).some((role) => role === 'system' || role === 'developer'),
    document(500, {
      error: {
        code: 500,
        message: 'Jinja Exception: System role not supported at row 1, column 75',
        type: 'server_error',
      },
    }),
  ),
  without(
    'the developer role',
    'https://github.com/vllm-project/vllm/issues/12000',
    (body) => roles(body).includes('developer'),
    vllm(
      "1 validation error for ValidatorIterator\nInput should be 'system', 'user', 'assistant' or 'tool', got 'developer'",
    ),
    { model: 'o5-mini' },
  ),
  without(
    'the developer role, as DeepSeek',
    'https://github.com/deepseek-ai/DeepSeek-V3/issues/1015',
    (body) => roles(body).includes('developer'),
    refusal(
      422,
      'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool` at line 1 column 40',
    ),
    { model: 'gpt-5.4-mini' },
  ),
  without(
    'instructions',
    'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1124',
    has('instructions'),
    refusal(400, "Unsupported parameter: 'instructions'"),
    { apis: ['responses'] },
  ),
  without(
    'content null',
    'https://github.com/ollama/ollama/issues/7881',
    hasNull,
    refusal(400, 'invalid message content type: <nil>'),
    { phases: ['answer'] },
  ),
  without(
    'content null, as pydantic',
    'https://docs.mistral.ai/api/',
    hasNull,
    document(422, {
      detail: [
        {
          type: 'string_type',
          loc: ['body', 'messages', 2, 'assistant', 'content'],
          msg: 'Input should be a valid string',
          input: null,
        },
      ],
    }),
    { phases: ['answer'] },
  ),
  without(
    'empty content',
    'https://docs.anthropic.com/en/api/errors',
    (body) => messagesOf({ body }).some(({ content }) => content === ''),
    refusal(
      400,
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
    ),
    { phases: ['answer'] },
  ),
  without(
    'content as a list',
    'https://github.com/deepseek-ai/DeepSeek-V3/issues/680',
    parts,
    refusal(
      422,
      'Failed to deserialize the JSON body into the target type: messages[1]: invalid type: sequence, expected a string at line 1 column 200',
    ),
    {},
  ),
  without(
    'two messages of one role',
    'https://huggingface.co/mistralai/Mistral-7B-Instruct-v0.2',
    inARow,
    vllm('Conversation roles must alternate user/assistant/user/assistant/...'),
    {},
  ),
  without(
    'two messages of one role, as Perplexity',
    'https://docs.perplexity.ai/api-reference/chat-completions-post',
    inARow,
    document(400, {
      error: {
        message: 'After the (optional) system message(s), user and assistant roles should be alternating.',
        type: 'invalid_message',
        code: 400,
      },
    }),
    {},
  ),
  without(
    'the tool role',
    'https://huggingface.co/google/gemma-3-27b-it',
    (body) => roles(body).includes('tool'),
    vllm(
      'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    ),
    { phases: ['answer'] },
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
    'https://github.com/huggingface/text-generation-inference/issues/1864',
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
    finding: 'P10',
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
  {
    name: 'a refusal of nothing that can be left out',
    finding: 'P10',
    source: 'own: a service that says no to everything',
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
  },
]
