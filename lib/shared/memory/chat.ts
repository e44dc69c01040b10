import type { Failure } from '../errors'
import { each } from '../pick'
import type { Usage } from '../turn/events'

/** A message of another program's conversation. `calls` and `tool` belong to tools that the program runs. */
export type ChatMessage =
  | { role: 'user'; text: string; images: string[] }
  | { role: 'assistant'; text: string; calls: ChatCall[] }
  | { role: 'tool'; id: string; text: string }
export type ChatCall = { id: string; name: string; args: unknown }

export type ChatCounts = Pick<Usage, 'inputTokens' | 'cachedTokens' | 'outputTokens' | 'reasoningTokens'>
export const NO_COUNTS: ChatCounts = each('inputTokens cachedTokens outputTokens reasoningTokens', 0)
/** How an answer ended; with an `error`, what came before it is only a part. */
export type ChatEnd = {
  finish: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  counts: ChatCounts
  error: Failure | null
}
/** An answer to another program while it comes; `end` is its last piece. */
export type ChatAnswer = AsyncGenerator<
  { thought: string } | { text: string } | { calls: ChatCall[] } | { end: ChatEnd }
>

/** What of a whole text is still to be sent. A model may take back words that were sent: then all of it follows. */
export function restOf(sent: string, whole: string): string {
  if (whole.startsWith(sent)) return whole.slice(sent.length)
  return sent.endsWith(whole) ? '' : `\n\n${whole}`
}
