import type { ModelMessage, ProviderMetadata, UserContent } from 'ai'
import type { Exchange, ModelImage, ModelRequest, SaidMessage } from '@/lib/model/types'
import { quoteResult } from '@/lib/prompts/fence'
import type { Support } from '@/lib/shared/model-support'

/** A name that every provider accepts. The record keeps the model's spelling. */
const safeName = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unknown'
const asObject = (args: unknown) =>
  args !== null && typeof args === 'object' && !Array.isArray(args) ? args : { unparsed: String(args) }

const resultText = (result: Exchange['results'][number]) => (result.plain ? result.text : quoteResult(result))

/** A step as tool messages. Only the same `model` gets back what it wants to see of its own reasoning. */
function native({ text, calls, results, carried }: Exchange, model: string | null): ModelMessage[] {
  const own = carried && carried.model === model && calls.length > 0 ? carried : null
  const content = [
    ...(own?.reasoning ?? []).map((part) => ({ type: 'reasoning' as const, ...part })),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...calls.map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: safeName(call.name),
      input: asObject(call.args),
      ...fields(own?.calls[call.id]),
    })),
  ]
  const toolResults = results.map((result) => ({
    type: 'tool-result' as const,
    toolCallId: result.id,
    toolName: safeName(result.name),
    output: { type: 'text' as const, value: resultText(result) },
  }))
  return [
    ...(content.length ? [{ role: 'assistant' as const, content, ...fields(own?.message) }] : []),
    ...(toolResults.length ? [{ role: 'tool' as const, content: toolResults }] : []),
  ]
}

/** Further fields of a message or call, which the provider package sends as they are. */
const fields = (given: Record<string, unknown> | undefined) =>
  given && Object.keys(given).length
    ? { providerOptions: { openaiCompatible: given } as ProviderMetadata }
    : {}

/** The same for a server without tools. */
function exchangeAsText(exchange: Exchange): ModelMessage[] {
  const said = [
    exchange.text,
    ...exchange.calls.map((call) => JSON.stringify({ tool: call.name, args: call.args })),
  ]
    .filter(Boolean)
    .join('\n')
  const results = exchange.results
    .map((result) => `Result of ${safeName(result.name)}:\n${resultText(result)}`)
    .join('\n\n')
  return [
    ...(said ? [{ role: 'assistant' as const, content: said }] : []),
    ...(results ? [{ role: 'user' as const, content: results }] : []),
  ]
}

export type FollowUpMessage = { role: 'assistant' | 'user'; content: string }

/** Tells the model why it sees none of the images that the prompt names. */
const UNSEEN =
  '[The images of this message could not be sent to you. Answer from the text, and say that you could not see them.]'

/** The message with its images. `sees` = whether the service takes them. */
function userContent(user: string, images: readonly ModelImage[], sees: boolean): string | UserContent {
  if (images.length === 0) return user
  if (!sees) return `${UNSEEN}\n\n${user}`
  return [
    { type: 'text', text: user },
    ...images.map(({ bytes, mediaType }) => ({ type: 'file' as const, mediaType, data: bytes })),
  ]
}

const saidAs = ({ role, text, images = [] }: SaidMessage, sees: boolean): ModelMessage =>
  role === 'user' ? { role, content: userContent(text, images, sees) } : { role, content: text }

export function modelMessages(
  { history = [], past = [], user, images = [] }: Pick<ModelRequest, 'history' | 'past' | 'user' | 'images'>,
  sees: boolean,
  exchanges: readonly Exchange[],
  { tools, reasoning }: Pick<Support, 'tools' | 'reasoning'>,
  model: string | null,
  followUps: readonly FollowUpMessage[],
): ModelMessage[] {
  const told = (exchange: Exchange) =>
    tools === 'native' ? native(exchange, reasoning ? model : null) : exchangeAsText(exchange)
  return [
    ...[...history, ...past].flatMap((said) => ('role' in said ? saidAs(said, sees) : told(said))),
    { role: 'user', content: userContent(user, images, sees) },
    ...exchanges.flatMap(told),
    ...followUps,
  ]
}

/** Images count by their sizes, not as text. */
const asText = ({ content }: ModelMessage) =>
  typeof content === 'string' ? content : JSON.stringify(content.filter(({ type }) => type !== 'file'))

export const promptText = (system: string, messages: readonly ModelMessage[], extra: unknown) =>
  [system, ...messages.map(asText), extra ? JSON.stringify(extra) : ''].join('\n')
