import type { InferUIMessageChunk, ProviderMetadata, UIMessage } from 'ai'
import type { TurnDto } from '../dto'
import { isDelta, isSameText, type TextEvent, type ToolCall, type TurnEvent } from './events'

/**
 * A turn as a message of the AI SDK: text, reasoning and tools are its parts, other events are data. The last
 * part is the stored turn, once it is settled.
 */
export type LiveMessage = UIMessage<unknown, { event: TurnEvent; turn: TurnDto }>
export type LivePart = LiveMessage['parts'][number]
export type LiveChunk = InferUIMessageChunk<LiveMessage>

type TextNote = { type: TextEvent['type']; step: number }
type ToolNote = { step: number } & Pick<ToolCall, 'id' | 'index' | 'at' | 'ms'>
const metadata = (note: TextNote | ToolNote): ProviderMetadata => ({ mneme: note })
const noteOf = <T>(given: ProviderMetadata | undefined) => given?.mneme as T

/** Writes a turn's events as chunks. Deltas of one text become one part until another event follows. */
export async function* chunksOf(turnId: string, events: AsyncIterable<TurnEvent>): AsyncGenerator<LiveChunk> {
  let parts = 0
  let open: { kind: 'text' | 'reasoning'; id: string; event: TextEvent } | null = null
  yield { type: 'start', messageId: turnId }
  for await (const event of events) {
    if (open && !isSameText(event, open.event)) {
      yield { type: `${open.kind}-end`, id: open.id }
      open = null
    }
    if (isDelta(event)) {
      const { type, step, text } = event
      if (!open) {
        open = { kind: type === 'answer-delta' ? 'text' : 'reasoning', id: `${++parts}`, event }
        yield { type: `${open.kind}-start`, id: open.id, providerMetadata: metadata({ type, step }) }
      }
      yield { type: `${open.kind}-delta`, id: open.id, delta: text }
    } else if (event.type === 'tool') {
      const { name, args, ok, result, ...call } = event.call
      const toolCallId = `${++parts}`
      yield {
        type: 'tool-input-available',
        ...{ toolCallId, toolName: name, input: args, dynamic: true },
        providerMetadata: metadata({ step: event.step, ...call }),
      }
      if (ok) yield { type: 'tool-output-available', toolCallId, output: result }
      else yield { type: 'tool-output-error', toolCallId, errorText: result }
    } else yield { type: 'data-event', data: event }
  }
}

/** The event that a part was written from, with the whole text so far; null for other parts. */
export function eventOf(part: LivePart): TurnEvent | null {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...noteOf<TextNote>(part.providerMetadata), text: part.text }
    case 'dynamic-tool': {
      if (part.state !== 'output-available' && part.state !== 'output-error') return null
      const { step, ...call } = noteOf<ToolNote>(part.callProviderMetadata)
      const ok = part.state === 'output-available'
      const result = ok ? (part.output as string) : part.errorText
      return { type: 'tool', step, call: { ...call, name: part.toolName, args: part.input, ok, result } }
    }
    case 'data-event':
      return part.data
    default:
      return null
  }
}
