import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { breath } from '@/lib/base/breath'
import type { Reply } from './reply'

const wait = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Words with the space after them; a long run without spaces comes in pieces. */
const wordsOf = (text: string): string[] => text.match(/\s*\S{1,24}\s*/gu) ?? []

/**
 * Ids need only be unique within a conversation's prompts: a 32-bit FNV-1a hash of the prompt, and the call's
 * place.
 */
export function idOf(prompt: string, index: number): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < prompt.length; at++) hash = Math.imul(hash ^ prompt.charCodeAt(at), 0x01000193)
  return `call_${(hash >>> 0).toString(36)}_${index}`
}

export type Outgoing = {
  reply: Reply
  ids: readonly string[]
  modelId: string
  finishReason: LanguageModelV4FinishReason
  usage: LanguageModelV4Usage
}

/** Words without a delay after which others in the process have their turn. */
const PIECES = 25

/**
 * The stream parts of a reply, word by word with `delayMs` between words (no timers at 0). @throws the
 * signal's reason once it aborts.
 */
export async function* partsOf(
  { reply, ids, modelId, finishReason, usage }: Outgoing,
  delayMs: number,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  signal?.throwIfAborted()
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'response-metadata', modelId }
  if (reply.text) {
    yield { type: 'text-start', id: 'text' }
    for (const [index, delta] of wordsOf(reply.text).entries()) {
      if (delayMs > 0 && index > 0) await wait(delayMs, signal)
      else if (index % PIECES === PIECES - 1) await breath()
      signal?.throwIfAborted()
      yield { type: 'text-delta', id: 'text', delta }
    }
    yield { type: 'text-end', id: 'text' }
  }
  for (const [index, call] of reply.calls.entries()) {
    signal?.throwIfAborted()
    const id = ids[index] ?? `call_${index}`
    const input = JSON.stringify(call.args)
    yield { type: 'tool-input-start', id, toolName: call.name }
    yield { type: 'tool-input-delta', id, delta: input }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName: call.name, input }
  }
  yield { type: 'finish', finishReason, usage }
}
