import type { Api } from '@/e2e/support/openai-types'

/** `think` = rounds and answer of a reflective turn, `answer` = a turn with tools, `notes` = those on it. */
export const PHASES = ['think', 'answer', 'notes', 'classify'] as const
export type Phase = (typeof PHASES)[number]

export type Call = { id: string; name: string; args: Record<string, unknown> }
/** What a model means to say in one reply, however its service writes that down. */
export type ModelReply = { text: string; reasoning: string; calls: Call[] }

/** A request in the phase of the case. `earlier` = the bodies of those before it. */
export type Seen = { api: Api; body: Record<string, unknown>; earlier: Record<string, unknown>[] }

/** A part of a response body, or a pause. */
export type Piece = string | Uint8Array | { waitMs: number }
export type Reply = {
  status: number
  headers: Record<string, string>
  pieces: Piece[]
  /** Before the headers. */
  waitMs?: number
  /** How the response ends: with its last chunk, by a reset of the connection, or not at all. */
  end: 'close' | 'reset' | 'hang'
}

/** How a turn or a background call must come out. A pattern must be found, a text must be equal. */
export type Outcome = {
  status: 'completed' | 'failed'
  /** The stored answer. */
  answer: string | RegExp
  /** Tools that ran, in order. */
  tools: { name: string; args: unknown; ok?: boolean }[]
  /** The reasoning of all steps, one line each; null = it does not matter. */
  reasoning: string | RegExp | null
  /** In the notices of the steps; null = there must be none. */
  notice: RegExp | null
  /** In the failure's message, hint or quoted words. */
  failure: RegExp | null
  /** Of the phase, in the first turn. */
  mostRequests: number
  /** The stored summary and title; null = those that are made without a model. */
  note: string | null
  /** Of all steps of the turn together; undefined = it does not matter. */
  costMicros?: number | 'known'
}

/** One way in which a service or a model differs from OpenAI's. */
export type Kind = {
  /** Where it was read is in the data: in `sources.json`, or in the row of its own. */
  name: string
  apis: readonly Api[]
  phases: readonly Phase[]
  /** Default: an unknown name. */
  model?: string
  /** Default: the server's own address on this machine. The server answers in any case. */
  baseUrl?: string
  /** What the model says, reply by reply; the last is repeated. Default: as `script.ts` has it. */
  says?: (phase: Phase) => ModelReply[]
  serve(seen: Seen, said: ModelReply): Reply
  expect?: Partial<Outcome> | ((phase: Phase) => Partial<Outcome>)
  /** What is wrong with the requests of the phase; [] = nothing. */
  requests?: (bodies: Record<string, unknown>[], phase: Phase) => string[]
  /** The user sends a second message, and none of its requests may be refused as one before it was. */
  remembers?: boolean
  /** Nothing about the service is remembered. */
  unlearned?: boolean
  /** What a person saw may turn out to be reasoning, because nothing said so before. */
  retracts?: boolean
  /** Long messages before the one of the case. */
  history?: number
}

export type Case = { kind: Kind; api: Api; phase: Phase }
export const nameOf = ({ kind, api, phase }: Case) => `${kind.name} over ${api} in ${phase}`
