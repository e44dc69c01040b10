import type { ModelMessage, UserContent } from 'ai'
import type { Exchange, ModelImage, ModelRequest } from '@/lib/model/types'
import { quote } from '@/lib/prompts/fence'

/** A name that every provider accepts. The record keeps the model's spelling. */
const safeName = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown'
const asObject = (args: unknown) =>
  args !== null && typeof args === 'object' && !Array.isArray(args) ? args : { unparsed: String(args) }

/** Earlier steps of this turn as tool messages. Results are quoted, because they are data. */
function native(exchange: Exchange): ModelMessage[] {
  const calls = exchange.calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: safeName(call.name),
    input: asObject(call.args),
  }))
  const content = [...(exchange.text ? [{ type: 'text' as const, text: exchange.text }] : []), ...calls]
  const results = exchange.results.map((result) => ({
    type: 'tool-result' as const,
    toolCallId: result.id,
    toolName: safeName(result.name),
    output: { type: 'text' as const, value: quote(result.text) },
  }))
  return [
    ...(content.length ? [{ role: 'assistant' as const, content }] : []),
    ...(results.length ? [{ role: 'tool' as const, content: results }] : []),
  ]
}

/** The same for a server without tools. */
function exchangeAsText(exchange: Exchange): ModelMessage[] {
  const said = [
    exchange.text,
    ...exchange.calls.map((call) => JSON.stringify({ tool: call.name, args: call.args })),
  ]
    .filter(Boolean)
    .join('\n')
  const results = exchange.results
    .map((result) => `Result of ${safeName(result.name)}:\n${quote(result.text)}`)
    .join('\n\n')
  return [
    ...(said ? [{ role: 'assistant' as const, content: said }] : []),
    ...(results ? [{ role: 'user' as const, content: results }] : []),
  ]
}

export type FollowUp = { role: 'assistant' | 'user'; content: string }

/** Tells the model why it sees none of the images that the prompt names. */
const UNSEEN =
  '[The images of this message could not be sent to you. Answer from the text, and say that you could not see them.]'

/** The message with its images. `sees` = whether the service takes them. */
function userContent(user: string, images: readonly ModelImage[], sees: boolean): string | UserContent {
  if (images.length === 0) return user
  if (!sees) return `${user}\n\n${UNSEEN}`
  return [
    { type: 'text', text: user },
    ...images.map(({ bytes, mediaType }) => ({ type: 'file' as const, mediaType, data: bytes })),
  ]
}

export function messagesOf(
  { user, images = [] }: Pick<ModelRequest, 'user' | 'images'>,
  sees: boolean,
  exchanges: readonly Exchange[],
  tools: 'native' | 'text',
  followUps: readonly FollowUp[],
): ModelMessage[] {
  return [
    { role: 'user', content: userContent(user, images, sees) },
    ...exchanges.flatMap(tools === 'native' ? native : exchangeAsText),
    ...followUps,
  ]
}

/** Images count by their sizes, not as text. */
const asText = ({ content }: ModelMessage) =>
  typeof content === 'string' ? content : JSON.stringify(content.filter(({ type }) => type !== 'file'))

/** The prompt as one text, for an estimate of its tokens. */
export const promptText = (system: string, messages: readonly ModelMessage[], extra: unknown) =>
  [system, ...messages.map(asText), extra ? JSON.stringify(extra) : ''].join('\n')
