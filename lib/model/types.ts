import type { z } from 'zod'
import type { Failure } from '@/lib/shared/errors'
import type { Usage } from '@/lib/shared/turn/events'
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
/** One tool call by the model. `problem` = why its name or arguments are unusable, in words for the model. */
export type ModelToolCall = { id: string; name: string; args: unknown; problem: string | null }
/** An earlier step of this turn: the model's text and calls, and the results in the order of `calls`. */
export type Exchange = {
  text: string
  calls: ModelToolCall[]
  results: { id: string; name: string; text: string }[]
}

export type ModelRequest = {
  system: string
  user: string
  exchanges: Exchange[]
  tools: ToolSpec[]
  /** 'none' sends no tools: the concluding call. */
  toolChoice: 'auto' | 'required' | 'none'
  maxOutputTokens: number
  temperature?: number
  signal: AbortSignal
}

export type Retry = { attempt: number; waitMs: number; reason: string }
/** Called while the call runs. Must not throw. */
export type ModelSink = {
  onText?(delta: string): void
  onReasoning?(delta: string): void
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
  finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'aborted' | 'other'
  /** All attempts together as reported, estimated where nothing was reported. */
  usage: Usage
  tries: Try[]
  /** What a person should know about how the call went; absent = nothing. */
  notices?: string[]
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
