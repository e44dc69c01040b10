import type { Kind } from '../kind'
import { FOREGROUND } from '../make'
import { ANSWER, RAN, says, write } from '../script'
import { document, messagesOf, refusal } from '../wire-chat'
import { BOTH, has, pydantic, second, vllm, without } from './refusal-forms'

export const refusedTools: Kind[] = [
  without(
    'tool_choice',
    'https://docs.vllm.ai/en/latest/features/tool_calling.html',
    (body) => body.tool_choice !== undefined && body.tool_choice !== 'none',
    refusal(400, 'tool_choice is not supported by this model'),
    { phases: FOREGROUND, apis: BOTH },
  ),
  without(
    'tool_choice, as Z.AI',
    'github/copilot-cli#4646',
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
]
