import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'

export type Api = 'chat' | 'responses'
export type Counts = {
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  reasoningTokens: number
}

export const zero = (): Counts => ({ inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 })
export const plus = (a: Counts, b: Counts): Counts => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
})
export const countsOf = (usage: LanguageModelV4Usage): Counts => ({
  inputTokens: usage.inputTokens.total ?? 0,
  cachedTokens: usage.inputTokens.cacheRead ?? 0,
  outputTokens: usage.outputTokens.total ?? 0,
  reasoningTokens: usage.outputTokens.reasoning ?? 0,
})
export const usageOf = (counts: Partial<Counts>): LanguageModelV4Usage => ({
  inputTokens: {
    total: counts.inputTokens ?? 0,
    noCache: undefined,
    cacheRead: counts.cachedTokens ?? 0,
    cacheWrite: undefined,
  },
  outputTokens: { total: counts.outputTokens ?? 0, text: undefined, reasoning: counts.reasoningTokens ?? 0 },
})

/** Encodes a model's stream parts for one API. Each method returns the text to send. */
export interface Encoder {
  open(): string
  part(part: LanguageModelV4StreamPart): string
  /** An error in mid-stream. */
  error(message: string): string
  /** Token counts without an end marker. */
  usage(counts: Counts): string
}

export interface Protocol {
  path: string
  /** The model call that a request describes. @throws if the body does not match this API. */
  read(body: unknown): LanguageModelV4CallOptions
  encoder(model: string): Encoder
  /** The whole answer as one JSON document, for a request without `stream`. */
  whole(model: string, parts: LanguageModelV4StreamPart[]): unknown
}

export const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
export const textOf = (parts: LanguageModelV4StreamPart[]) =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
export const callsOf = (parts: LanguageModelV4StreamPart[]) =>
  parts.filter((part) => part.type === 'tool-call')
export const finishOf = (parts: LanguageModelV4StreamPart[]) => parts.find((part) => part.type === 'finish')
