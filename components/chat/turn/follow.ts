import { TurnGone } from '@/components/chat/api'
import type { LiveChunk } from '@/lib/shared/turn/live'

/** Newline-delimited JSON as values. A cut or invalid line ends the stream with an error. */
export function readLines<T>(bytes: ReadableStream<Uint8Array>): ReadableStream<T> {
  let rest = ''
  const decode = new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>
  const split = new TransformStream<string, T>({
    transform(text, controller) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim()) controller.enqueue(JSON.parse(line) as T)
    },
  })
  return bytes.pipeThrough(decode).pipeThrough(split)
}

/**
 * Follows a turn by fetch, which can be aborted, unlike an action's stream. @throws TurnGone for an unknown
 * turn, Error when the server cannot be reached.
 */
export async function followTurn(
  turnId: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<LiveChunk>> {
  const query = cursor ? `?after=${encodeURIComponent(cursor)}` : ''
  const response = await fetch(`/api/turns/${encodeURIComponent(turnId)}/events${query}`, {
    signal,
    cache: 'no-store',
  })
  if (response.status === 404 || response.status === 410) throw new TurnGone(`no turn ${turnId}`)
  if (!response.ok || !response.body) throw new Error(`following failed: ${response.status}`)
  return readLines<LiveChunk>(response.body)
}
