import type * as turn from '@/app/actions/turn'
import type { LiveChunk } from '@/lib/shared/turn/stream'

/** What the chat needs from the server. Every call returns a result; only `follow` rejects. */
export type ChatApi = { -readonly [Name in keyof typeof turn]: (typeof turn)[Name] } & {
  /** The turn's stream from its beginning. @throws TurnGone; other errors when the connection fails. */
  follow(turnId: string, signal: AbortSignal): Promise<ReadableStream<LiveChunk>>
}

export class TurnGone extends Error {}
