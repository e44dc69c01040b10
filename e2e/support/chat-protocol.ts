import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { z } from 'zod'
import { type Counts, callsOf, countsOf, event, finishOf, type Protocol, textOf } from './openai-types'

const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish()
const toolCall = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
const bodySchema = z.looseObject({
  messages: z.array(
    z.looseObject({
      role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
      content,
      tool_calls: z.array(toolCall).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.looseObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ name: z.string(), schema: z.record(z.string(), z.unknown()) }).optional(),
    })
    .optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  temperature: z.number().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
})
type Body = z.infer<typeof bodySchema>

const plain = (value: z.infer<typeof content>) =>
  typeof value === 'string' ? value : (value ?? []).map((part) => part.text ?? '').join('')

function messageOf(message: Body['messages'][number], names: Map<string, string>): LanguageModelV4Message {
  const text = plain(message.content)
  if (message.role === 'system' || message.role === 'developer') return { role: 'system', content: text }
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text }] }
  if (message.role === 'tool') {
    const toolCallId = message.tool_call_id ?? ''
    return {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: names.get(toolCallId) ?? 'unknown',
          output: { type: 'text', value: text },
        },
      ],
    }
  }
  const calls = (message.tool_calls ?? []).map((call) => {
    names.set(call.id, call.function.name)
    return {
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: call.function.name,
      input: JSON.parse(call.function.arguments) as unknown,
    }
  })
  return { role: 'assistant', content: [...(text ? [{ type: 'text' as const, text }] : []), ...calls] }
}

const FINISH: Record<string, string> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
}
const wireUsage = (counts: Counts) => ({
  prompt_tokens: counts.inputTokens,
  completion_tokens: counts.outputTokens,
  total_tokens: counts.inputTokens + counts.outputTokens,
  prompt_tokens_details: { cached_tokens: counts.cachedTokens },
  completion_tokens_details: { reasoning_tokens: counts.reasoningTokens },
})

/** OpenAI's Chat Completions API. */
export const chatProtocol: Protocol = {
  path: '/v1/chat/completions',
  read(raw) {
    const body = bodySchema.parse(raw)
    const names = new Map<string, string>()
    const format = body.response_format
    return {
      prompt: body.messages.map((message) => messageOf(message, names)),
      maxOutputTokens: body.max_completion_tokens ?? body.max_tokens,
      temperature: body.temperature,
      tools: body.tools?.map(({ function: spec }) => ({
        type: 'function',
        name: spec.name,
        description: spec.description,
        inputSchema: spec.parameters,
      })),
      toolChoice: body.tool_choice ? { type: body.tool_choice } : undefined,
      responseFormat:
        format && format.type !== 'text'
          ? {
              type: 'json',
              ...(format.json_schema
                ? { name: format.json_schema.name, schema: format.json_schema.schema }
                : {}),
            }
          : undefined,
    }
  },
  encoder(model) {
    const chunk = (choices: object[], more: object = {}) =>
      event({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...more })
    const delta = (value: object, finish: string | null = null) =>
      chunk([{ index: 0, delta: value, finish_reason: finish }])
    let index = 0
    return {
      open: () => delta({ role: 'assistant', content: '' }),
      part(part: LanguageModelV4StreamPart) {
        if (part.type === 'text-delta') return delta({ content: part.delta })
        if (part.type === 'reasoning-delta') return delta({ reasoning_content: part.delta })
        if (part.type === 'tool-call') {
          const at = index++
          const half = Math.ceil(part.input.length / 2)
          const first = {
            index: at,
            id: part.toolCallId,
            type: 'function',
            function: { name: part.toolName, arguments: part.input.slice(0, half) },
          }
          return (
            delta({ tool_calls: [first] }) +
            delta({ tool_calls: [{ index: at, function: { arguments: part.input.slice(half) } }] })
          )
        }
        if (part.type === 'finish')
          return (
            delta({}, FINISH[part.finishReason.unified] ?? 'stop') +
            this.usage(countsOf(part.usage)) +
            event('[DONE]')
          )
        if (part.type === 'error') return this.error(String(part.error))
        return ''
      },
      usage: (counts) => chunk([], { usage: wireUsage(counts) }),
      error: (message) => event({ error: { message, type: 'server_error', code: 'server_error' } }),
    }
  },
  whole(model, parts) {
    const finish = finishOf(parts)
    const calls = callsOf(parts).map((call) => ({
      id: call.toolCallId,
      type: 'function',
      function: { name: call.toolName, arguments: call.input },
    }))
    const message = {
      role: 'assistant',
      content: textOf(parts),
      ...(calls.length ? { tool_calls: calls } : {}),
    }
    const choices = [
      { index: 0, message, finish_reason: FINISH[finish?.finishReason.unified ?? 'stop'] ?? 'stop' },
    ]
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices,
      ...(finish ? { usage: wireUsage(countsOf(finish.usage)) } : {}),
    }
  },
}
