import type { JSONSchema7 } from '@ai-sdk/provider'
import type { LanguageModelCallOptions, ProviderMetadata } from 'ai'
import type { z } from 'zod'
import type { Failure } from '@/lib/shared/errors'
import type { Usage } from '@/lib/shared/turn/events'
import type { ImageInfo } from '@/lib/shared/turn/images'
import type { Reach } from './reach/reach'

export const ROLES = ['fast', 'reflective', 'utility', 'embedding'] as const
export type Role = (typeof ROLES)[number]

/** `reach` = where the base URL may lead. */
export type ServiceConfig = {
  provider: 'openai'
  baseUrl: string | null
  apiKey: string | null
  api: 'responses' | 'chat'
  model: string
  reach: Reach
}
/** The configuration of a role. `offline` = the built-in engine, which needs no address, key or model. */
export type ModelConfig = { provider: 'offline'; delayMs: number } | ServiceConfig

/** `aliases` = other names under which a model may call it. */
export type ToolSpec = {
  name: string
  aliases?: readonly string[]
  description: string
  inputSchema: z.ZodType
}
/** `problem` = why its name or arguments are unusable, as a sentence for the model. */
export type ModelToolCall = { id: string; name: string; args: unknown; problem: string | null }
export type Json = Record<string, unknown>
/** What a service wants back with the next request of the same turn: opaque, and only for the same model. */
export type Carried = {
  message: Json
  /** Further fields of each call, by its id. */
  calls: Record<string, Json>
  /** Parts of the Responses API, with what the AI SDK needs to send them back. */
  reasoning?: { text: string; providerOptions: ProviderMetadata }[]
}
/**
 * An earlier step of this turn, with results in the order of `calls`. `note` = our words after a result;
 * `plain` = sent as it came, since another program asked for it.
 */
export type Exchange = {
  text: string
  carried?: Carried & { model: string }
  calls: ModelToolCall[]
  results: { id: string; name: string; text: string; note?: string; plain?: true }[]
}

export type ModelImage = ImageInfo & { bytes: Uint8Array }

export type SaidMessage = { role: 'user' | 'assistant'; text: string; images?: readonly ModelImage[] }

/** How another program wants words to be chosen. */
export type Sampling = Pick<
  LanguageModelCallOptions,
  'topP' | 'stopSequences' | 'presencePenalty' | 'frequencyPenalty' | 'seed' | 'reasoning'
>

/** The JSON object that is wanted; `name` goes to `response_format.json_schema.name`. */
export type OutputFormat = { name: string; schema: JSONSchema7 }

export type ModelRequest = {
  system: string
  /** Earlier turns as the conversation that they were, before `user`. */
  history?: readonly SaidMessage[]
  /** The same for the conversation of another program, with the tools that it ran. */
  past?: readonly (SaidMessage | Exchange)[]
  user: string
  images?: readonly ModelImage[]
  exchanges: Exchange[]
  tools: ToolSpec[]
  /** 'none' = the concluding call: the tools are sent, but must not be called. */
  toolChoice: 'auto' | 'required' | 'none'
  maxOutputTokens: number
  temperature?: number
  sampling?: Sampling
  /** The JSON object that another program wants, unchecked. */
  format?: OutputFormat | null
  signal: AbortSignal
}

export type Retry = { attempt: number; waitMs: number; reason: string }
/** Called while the call runs. Must not throw. */
export type ModelSink = {
  onText?(delta: string): void
  onReasoning?(delta: string): void
  /** The text so far was reasoning; or, if `chars` is over 0, that many at the end of the reasoning are text. */
  onRetract?(chars: number): void
  onRetry?(retry: Retry): void
}

/** One HTTP attempt for the ledger, including failed and retried ones. */
export type Try = { at: string; ms: number; ok: boolean; reason: string; usage: Usage | null }

/** The model layer never throws at the agent: a failure is a value, with the text so far. */
export type ModelResult = {
  error: Failure | null
  /** true = aborted by the caller's signal. */
  aborted: boolean
  text: string
  reasoning: string
  calls: ModelToolCall[]
  carried?: Exchange['carried']
  finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'aborted' | 'other'
  /** All attempts together as reported, estimated where nothing was reported. */
  usage: Usage
  tries: Try[]
  /** What a person should know about how the call went; absent = nothing. */
  notices?: string[]
  /** Of an answer that was cut off: the limit that was sent (null = none), and the tokens that came. */
  cap?: { sent: number | null; written: number }
  /** What the service said when it last refused a try; absent = nothing. */
  refusal?: string
  firstMs: number | null
  totalMs: number
  provider: string
  model: string
}

export type StructuredRequest<T> = Omit<ModelRequest, 'tools' | 'toolChoice' | 'exchanges'> & {
  name: string
  schema: z.ZodType<T>
}
export type StructuredResult<T> = { value: T | null; result: ModelResult }
