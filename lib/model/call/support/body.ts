import type { Json } from '@/lib/model/types'
import type { Support } from '@/lib/shared/model-support'
import { isObject } from '../wire/fault'

const LIMIT_NAMES = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']

export const limitIn = (body: Json): number | null =>
  LIMIT_NAMES.map((name) => Number(body[name])).find(Number.isFinite) ?? null

/** Keys keep their order, so that prefixes stay equal. */
export function bodyFor(body: Json, support: Support): Json {
  const out: Json = {}
  for (const [name, value] of Object.entries(body)) {
    if (support.omit.includes(name)) continue
    if (LIMIT_NAMES.includes(name) && typeof value === 'number')
      out[name === 'max_output_tokens' ? name : support.maxTokens] = Math.min(
        value,
        support.mostOutput ?? value,
      )
    else out[name] = name === 'messages' && Array.isArray(value) ? messagesFor(value, support) : value
  }
  return out
}

function messagesFor(given: unknown[], support: Support): unknown[] {
  let messages = given.filter(isObject)
  if (support.emptyText)
    messages = messages.map((message) => (message.content === null ? { ...message, content: '' } : message))
  if (support.system === 'user')
    messages = messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' } : message))
  return support.alternate || support.system === 'user' ? messages.reduce(merged, []) : messages
}

const parts = (content: unknown) => (Array.isArray(content) ? content : [{ type: 'text', text: content }])
/** Adds a message, to the last one if that is of the same person. */
function merged(before: Json[], message: Json): Json[] {
  const last = before.at(-1)
  const joins = last && last.role === message.role && ['user', 'assistant'].includes(String(last.role))
  if (!joins || last.tool_calls || message.tool_calls) return [...before, message]
  const texts = typeof last.content === 'string' && typeof message.content === 'string'
  const content = texts
    ? `${last.content}\n\n${message.content}`
    : [...parts(last.content), ...parts(message.content)]
  return [...before.slice(0, -1), { ...last, content }]
}
