import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { z } from 'zod'
import {
  type Counts,
  callsOf,
  countsOf,
  type Encoder,
  event,
  finishOf,
  type Protocol,
  textOf,
} from './openai-types'

type Content = string | { type: string; text?: string }[]
const content = z.union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
const item = z.union([
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: content }),
  z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content }),
])
const bodySchema = z.looseObject({
  input: z.array(item),
  instructions: z.string().nullish(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        name: z.string(),
        description: z.string().optional(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  tool_choice: z.enum(['auto', 'none', 'required']).optional(),
  text: z
    .looseObject({
      format: z
        .looseObject({
          type: z.string(),
          name: z.string().optional(),
          schema: z.record(z.string(), z.unknown()).optional(),
        })
        .optional(),
    })
    .optional(),
  max_output_tokens: z.number().optional(),
  temperature: z.number().optional(),
})

type Item =
  | { role: 'system' | 'developer' | 'user' | 'assistant'; content: Content }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: Content }
const plain = (value: Content) =>
  typeof value === 'string' ? value : value.map((part) => part.text ?? '').join('')

function messagesOf(items: Item[]): LanguageModelV4Message[] {
  const names = new Map<string, string>()
  const messages: LanguageModelV4Message[] = []
  for (const each of items) {
    const last = messages.at(-1)
    if ('role' in each) {
      const text = plain(each.content)
      if (each.role === 'user') messages.push({ role: 'user', content: [{ type: 'text', text }] })
      else if (each.role === 'assistant')
        messages.push({ role: 'assistant', content: [{ type: 'text', text }] })
      else messages.push({ role: 'system', content: text })
    } else if (each.type === 'function_call') {
      names.set(each.call_id, each.name)
      const call = {
        type: 'tool-call' as const,
        toolCallId: each.call_id,
        toolName: each.name,
        input: JSON.parse(each.arguments) as unknown,
      }
      if (last?.role === 'assistant') last.content.push(call)
      else messages.push({ role: 'assistant', content: [call] })
    } else {
      const result = {
        type: 'tool-result' as const,
        toolCallId: each.call_id,
        toolName: names.get(each.call_id) ?? 'unknown',
        output: { type: 'text' as const, value: plain(each.output) },
      }
      if (last?.role === 'tool') last.content.push(result)
      else messages.push({ role: 'tool', content: [result] })
    }
  }
  return messages
}

const wireUsage = (counts: Counts) => ({
  input_tokens: counts.inputTokens,
  output_tokens: counts.outputTokens,
  total_tokens: counts.inputTokens + counts.outputTokens,
  input_tokens_details: { cached_tokens: counts.cachedTokens },
  output_tokens_details: { reasoning_tokens: counts.reasoningTokens },
})
const incomplete = (reason: string) =>
  reason === 'length'
    ? { reason: 'max_output_tokens' }
    : reason === 'content-filter'
      ? { reason: 'content_filter' }
      : null

class ResponsesEncoder implements Encoder {
  #sequence = 0
  #index = -1
  /** The output item being written. */
  #current: 'message' | 'reasoning' | null = null

  constructor(private readonly model: string) {}

  #send(type: string, more: object) {
    return event({ type, sequence_number: this.#sequence++, ...more })
  }

  #response(more: object = {}) {
    return { id: 'resp_1', object: 'response', created_at: 1, model: this.model, ...more }
  }

  #item(kind: 'message' | 'reasoning'): string {
    if (this.#current === kind) return ''
    const closed = this.#close()
    this.#current = kind
    this.#index++
    const added = this.#send('response.output_item.added', {
      output_index: this.#index,
      item:
        kind === 'message'
          ? { type: kind, id: `i${this.#index}`, role: 'assistant', content: [] }
          : { type: kind, id: `i${this.#index}`, summary: [] },
    })
    return (
      closed +
      added +
      (kind === 'reasoning'
        ? this.#send('response.reasoning_summary_part.added', {
            item_id: `i${this.#index}`,
            output_index: this.#index,
            summary_index: 0,
          })
        : '')
    )
  }

  #close(): string {
    const kind = this.#current
    if (!kind) return ''
    this.#current = null
    const item =
      kind === 'message'
        ? { type: kind, id: `i${this.#index}`, role: 'assistant', content: [] }
        : { type: kind, id: `i${this.#index}`, summary: [] }
    return this.#send('response.output_item.done', { output_index: this.#index, item })
  }

  open() {
    return (
      this.#send('response.created', { response: this.#response({ status: 'in_progress' }) }) +
      this.#send('response.in_progress', { response: this.#response({ status: 'in_progress' }) })
    )
  }

  part(part: LanguageModelV4StreamPart): string {
    if (part.type === 'text-delta') {
      const opened = this.#item('message')
      return (
        opened +
        this.#send('response.output_text.delta', {
          item_id: `i${this.#index}`,
          output_index: this.#index,
          content_index: 0,
          delta: part.delta,
        })
      )
    }
    if (part.type === 'reasoning-delta') {
      const opened = this.#item('reasoning')
      return (
        opened +
        this.#send('response.reasoning_summary_text.delta', {
          item_id: `i${this.#index}`,
          output_index: this.#index,
          summary_index: 0,
          delta: part.delta,
        })
      )
    }
    if (part.type === 'tool-call') return this.#call(part)
    if (part.type === 'finish') {
      const details = incomplete(part.finishReason.unified)
      const response = this.#response({
        status: details ? 'incomplete' : 'completed',
        incomplete_details: details,
        usage: wireUsage(countsOf(part.usage)),
      })
      return this.#close() + this.#send(details ? 'response.incomplete' : 'response.completed', { response })
    }
    return part.type === 'error' ? this.error(String(part.error)) : ''
  }

  #call(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): string {
    const closed = this.#close()
    const at = ++this.#index
    const item = { type: 'function_call', id: `fc${at}`, call_id: part.toolCallId, name: part.toolName }
    return [
      closed,
      this.#send('response.output_item.added', { output_index: at, item: { ...item, arguments: '' } }),
      this.#send('response.function_call_arguments.delta', {
        item_id: item.id,
        output_index: at,
        delta: part.input,
      }),
      this.#send('response.function_call_arguments.done', {
        item_id: item.id,
        output_index: at,
        arguments: part.input,
      }),
      this.#send('response.output_item.done', {
        output_index: at,
        item: { ...item, arguments: part.input, status: 'completed' },
      }),
    ].join('')
  }

  error(message: string) {
    return this.#send('error', { code: 'server_error', message, param: null })
  }

  usage(counts: Counts) {
    return this.#send('response.in_progress', { response: this.#response({ usage: wireUsage(counts) }) })
  }
}

/** OpenAI's Responses API. */
export const responsesProtocol: Protocol = {
  path: '/v1/responses',
  read(raw) {
    const body = bodySchema.parse(raw)
    const format = body.text?.format
    const system: LanguageModelV4Message[] = body.instructions
      ? [{ role: 'system', content: body.instructions }]
      : []
    return {
      prompt: [...system, ...messagesOf(body.input)],
      maxOutputTokens: body.max_output_tokens,
      temperature: body.temperature,
      tools: body.tools?.map((spec) => ({
        type: 'function',
        name: spec.name,
        description: spec.description,
        inputSchema: spec.parameters,
      })),
      toolChoice: body.tool_choice ? { type: body.tool_choice } : undefined,
      responseFormat:
        format && format.type !== 'text'
          ? { type: 'json', ...(format.schema ? { name: format.name, schema: format.schema } : {}) }
          : undefined,
    }
  },
  encoder: (model) => new ResponsesEncoder(model),
  whole(model, parts) {
    const finish = finishOf(parts)
    const calls = callsOf(parts).map((call, at) => ({
      type: 'function_call',
      id: `fc${at}`,
      call_id: call.toolCallId,
      name: call.toolName,
      arguments: call.input,
      status: 'completed',
    }))
    const message = {
      type: 'message',
      id: 'i0',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: textOf(parts), annotations: [] }],
    }
    const details = incomplete(finish?.finishReason.unified ?? 'stop')
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model,
      status: details ? 'incomplete' : 'completed',
      incomplete_details: details,
      output: [...(textOf(parts) ? [message] : []), ...calls],
      ...(finish ? { usage: wireUsage(countsOf(finish.usage)) } : {}),
    }
  },
}
