import { z } from 'zod'
import { countTokens } from '@/lib/model/tokens'

/** A request of OpenAI's Chat Completions as it was sent, and when, in milliseconds. */
export type Sent = { at: number; body: unknown }
/** The tokens of a prompt, and how many of them the provider had from earlier requests. */
export type Read = { tokens: number; cached: number }

/** Providers cache whole blocks, from a first length on. */
const BLOCK = 128
const LEAST = 1_024

export const LIFETIMES = [
  { name: '5 minutes', ms: 5 * 60_000 },
  { name: '1 hour', ms: 60 * 60_000 },
  { name: 'for ever', ms: Number.POSITIVE_INFINITY },
] as const
/** What a cached token costs of the price of another. Writing to the cache is free. */
export const PRICES = [0.1, 0.25, 0.5] as const

const bodySchema = z.looseObject({
  model: z.string(),
  tools: z.array(z.unknown()).default([]),
  response_format: z.unknown().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
})
const isText = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

type Message = z.infer<typeof bodySchema>['messages'][number]
function messageText({ role, content, ...more }: Message): string {
  const parts = Array.isArray(content) ? content : [content ?? '']
  const texts = parts.map((part: unknown) =>
    typeof part === 'string' ? part : isText(part) ? part.text : JSON.stringify(part),
  )
  return [role, ...texts, Object.keys(more).length ? JSON.stringify(more) : ''].join('\n')
}

/** The prompt in the order in which providers cache it: tools, the form of the answer, system, messages. */
function partsOf(body: unknown): { model: string; parts: string[] } {
  const { model, tools, response_format: format, messages } = bodySchema.parse(body)
  const isSystem = ({ role }: Message) => role === 'system' || role === 'developer'
  const parts = [
    ...tools.map((tool) => JSON.stringify(tool)),
    ...(format ? [JSON.stringify(format)] : []),
    ...messages.filter(isSystem).map(messageText),
    ...messages.filter((message) => !isSystem(message)).map(messageText),
  ]
  return { model, parts }
}

function sharedStart(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return a.slice(0, length)
}

/**
 * Plays a provider's prefix cache over requests in the order of their times. Each request leaves its whole
 * blocks behind, so a hit renews them.
 */
export function prefixCache(requests: readonly Sent[], lifetimeMs: number): Read[] {
  const counts = new Map<string, number>()
  const tokensOf = (text: string) => {
    const tokens = counts.get(text) ?? countTokens(text)
    counts.set(text, tokens)
    return tokens
  }
  const sum = (parts: readonly string[]) => parts.reduce((total, part) => total + tokensOf(part), 0)
  const shared = (parts: readonly string[], earlier: readonly string[]) => {
    const differs = parts.findIndex((part, i) => part !== earlier[i])
    if (differs < 0) return sum(parts)
    const start = sharedStart(parts[differs] ?? '', earlier[differs] ?? '')
    return sum(parts.slice(0, differs)) + countTokens(start)
  }

  const seen: { at: number; model: string; parts: string[] }[] = []
  return requests.map(({ at, body }) => {
    const { model, parts } = partsOf(body)
    const alive = seen.filter((one) => one.model === model && at - one.at <= lifetimeMs)
    const most = Math.max(0, ...alive.map((one) => shared(parts, one.parts)))
    seen.push({ at, model, parts })
    return { tokens: sum(parts), cached: most < LEAST ? 0 : most - (most % BLOCK) }
  })
}

export const tokensOf = (reads: readonly Read[]) => reads.reduce((sum, { tokens }) => sum + tokens, 0)
/** The share of the tokens that was cached; 0 without tokens. */
export const cachedShare = (reads: readonly Read[]) =>
  reads.reduce((sum, { cached }) => sum + cached, 0) / (tokensOf(reads) || 1)
/** The cost of prompts in uncached tokens. */
export const weighted = (reads: readonly Read[], price: number) =>
  reads.reduce((sum, { tokens, cached }) => sum + tokens - cached * (1 - price), 0)
