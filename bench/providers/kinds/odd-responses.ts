import type { Kind } from '../kind'
import { ALL, kind, writtenResponses } from '../make'
import { document } from '../wire-chat'
import { itemsOf, response } from '../wire-responses'
import { withoutField } from './odd-forms'

export const oddResponses: Kind[] = [
  ...(['item_id', 'output_index', 'sequence_number', 'content_index', 'summary_index'] as const).map(
    (field) =>
      writtenResponses({
        name: `no ${field}`,
        source: 'ggml-org/llama.cpp#20607',
        way: { edit: (events) => events.map((event) => withoutField(event, field)) },
      }),
  ),
  writtenResponses({
    name: 'unknown event types',
    source: 'https://platform.openai.com/docs/api-reference/responses-streaming',
    way: {
      edit: (events) =>
        events.flatMap((event) => [
          { type: 'keepalive', sequence_number: 3 },
          event,
          { type: 'response.x.y', a: [1] },
        ]),
    },
  }),
  writtenResponses({
    name: 'arguments only in the done events',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/serving.py',
    way: { edit: (events) => events.filter(({ type }) => type !== 'response.function_call_arguments.delta') },
  }),
  writtenResponses({
    name: 'arguments without their done event',
    source: 'ggml-org/llama.cpp#20607',
    way: { edit: (events) => events.filter(({ type }) => type !== 'response.function_call_arguments.done') },
  }),
  writtenResponses({
    name: 'text only in response.completed',
    source: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    way: { edit: (events) => [events[0] ?? {}, events.at(-1) ?? {}] },
  }),
  writtenResponses({
    name: 'text only in the done events',
    source:
      'https://github.com/BerriAI/litellm/blob/main/litellm/responses/litellm_completion_transformation/streaming_iterator.py',
    way: { edit: (events) => events.filter(({ type }) => !String(type).endsWith('.delta')) },
  }),
  writtenResponses({
    name: 'no content parts, no created event',
    source: 'https://github.com/ollama/ollama/blob/main/openai/responses.go',
    way: {
      edit: (events) =>
        events.filter(({ type }) => !/created|in_progress|_part\.|text\.done/.test(String(type))),
    },
  }),
  writtenResponses({
    name: 'event lines missing and [DONE] at the end',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/api_router.py',
    way: {
      edit: (events) => [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'],
    },
  }),
  writtenResponses({
    name: 'reasoning as reasoning_text',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/serving.py',
    way: {
      edit: (events) =>
        events.map((event) => ({
          ...event,
          type: String(event.type)
            .replace('reasoning_summary_text', 'reasoning_text')
            .replace('reasoning_summary_part', 'reasoning_part'),
          ...('summary_index' in event ? { content_index: 0 } : {}),
        })),
    },
  }),
  writtenResponses({
    name: 'response.completed without usage and output',
    source: 'ggml-org/llama.cpp#24957',
    way: { last: { type: 'response.completed', response: { id: 'r', status: 'completed' } } },
  }),
  kind('a whole response instead of a stream', 'cloudflare/cloudflare-docs#32116', {
    apis: ['responses'],
    phases: ALL,
    serve: (_, said) => document(200, response({ output: itemsOf(said) })),
  }),
]
