import type { Kind } from '../kind'
import { ALL, FOREGROUND, kind, writtenResponses } from '../make'
import { document } from '../wire-chat'
import { itemsOf, type ResponsesWay, response } from '../wire-responses'

type Json = Record<string, unknown>
const events = (change: (event: Json) => Json): ResponsesWay => ({ edit: (all) => all.map(change) })
/** Without the events whose type has this. */
const not = (type: RegExp): ResponsesWay => ({
  edit: (all) => all.filter((event) => !type.test(String(event.type))),
})
const LLAMA_CPP = 'ggml-org/llama.cpp#20607'
const VLLM = 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/responses/'

export const responsesEventKinds: Kind[] = [
  ...['item_id', 'output_index', 'sequence_number', 'content_index', 'summary_index'].map((field) =>
    writtenResponses(
      `no ${field}`,
      LLAMA_CPP,
      events((event) => ({ ...event, [field]: undefined })),
    ),
  ),
  writtenResponses(
    'unknown event types',
    'https://platform.openai.com/docs/api-reference/responses-streaming',
    {
      edit: (all) =>
        all.flatMap((event) => [
          { type: 'keepalive', sequence_number: 3 },
          event,
          { type: 'response.x.y', a: [1] },
        ]),
    },
  ),
  writtenResponses('arguments only in the done events', `${VLLM}serving.py`, not(/arguments\.delta$/)),
  writtenResponses('arguments without their done event', LLAMA_CPP, not(/arguments\.done$/)),
  writtenResponses(
    'text only in response.completed',
    'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    { edit: (all) => [all[0] ?? {}, all.at(-1) ?? {}] },
  ),
  writtenResponses(
    'text only in the done events',
    'https://github.com/BerriAI/litellm/blob/main/litellm/responses/litellm_completion_transformation/streaming_iterator.py',
    not(/\.delta$/),
  ),
  writtenResponses(
    'no content parts, no created event',
    'https://github.com/ollama/ollama/blob/main/openai/responses.go',
    not(/created|in_progress|_part\.|text\.done/),
  ),
  writtenResponses('event lines missing and [DONE] at the end', `${VLLM}api_router.py`, {
    edit: (all) => [...all.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'],
  }),
  writtenResponses(
    'reasoning as reasoning_text',
    `${VLLM}serving.py`,
    events((event) => ({
      ...event,
      type: String(event.type).replace(/reasoning_summary_(text|part)/, 'reasoning_$1'),
      ...('summary_index' in event ? { content_index: 0 } : {}),
    })),
  ),
  writtenResponses('response.completed without usage and output', 'ggml-org/llama.cpp#24957', {
    last: { type: 'response.completed', response: { id: 'r', status: 'completed' } },
  }),
  kind('a whole response instead of a stream', 'cloudflare/cloudflare-docs#32116', {
    apis: ['responses'],
    phases: ALL,
    serve: (_, said) => document(200, response({ output: itemsOf(said) })),
  }),
  writtenResponses(
    'a function call without call_id',
    LLAMA_CPP,
    events((event) =>
      JSON.parse(JSON.stringify(event, (key, value) => (key === 'call_id' ? undefined : value))),
    ),
    { phases: FOREGROUND },
  ),
  writtenResponses(
    'function calls only in response.completed',
    'own: servers that end with the whole response',
    {
      edit: (all) =>
        all.filter(({ type, item }) => !/function_call/.test(`${type} ${(item as Json | undefined)?.type}`)),
    },
    { phases: FOREGROUND },
  ),
  writtenResponses(
    'null for fields that are left out',
    'own: serialisers that write every field',
    events((event) => ({ logprobs: null, obfuscation: null, item_id: null, ...event })),
  ),
  writtenResponses(
    'reasoning summary',
    'https://platform.openai.com/docs/guides/reasoning#reasoning-summaries',
    {},
  ),
]
