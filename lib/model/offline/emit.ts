import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { breath } from '@/lib/shared/breath'
import type { Reply } from './view'

export type Outgoing = {
  content: (LanguageModelV4Text | LanguageModelV4ToolCall)[]
  finishReason: LanguageModelV4FinishReason
  usage: LanguageModelV4Usage
}

/**
 * A reply as content. The ids of its calls come from the prompt, so each prompt of a conversation has others.
 */
export function contentOf({ text, calls }: Reply, prompt: string): Outgoing['content'] {
  const hash = createHash('sha1').update(prompt).digest('hex').slice(0, 8)
  return [
    ...(text ? [{ type: 'text', text } as const] : []),
    ...calls.map(({ name, args }, index) => ({
      type: 'tool-call' as const,
      toolCallId: `call_${hash}_${index}`,
      toolName: name,
      input: JSON.stringify(args),
    })),
  ]
}

/** Words with the white space around them. Long runs without spaces are cut. */
const wordsOf = (text: string): string[] => text.match(/\s*\S{1,24}\s*/gu) ?? []

/** Without a delay, the engine yields to the event loop after this many words. */
const BURST = 25

/**
 * The stream parts of a reply, word by word with `delayMs` between two words.
 * @throws once the signal aborts.
 */
export async function* partsOf(
  { content, finishReason, usage }: Outgoing,
  delayMs: number,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  signal?.throwIfAborted()
  yield { type: 'stream-start', warnings: [] }
  for (const part of content)
    if (part.type === 'text') {
      yield { type: 'text-start', id: 'text' }
      for (const [index, delta] of wordsOf(part.text).entries()) {
        if (delayMs > 0 && index > 0) await wait(delayMs, undefined, { signal })
        else if (index % BURST === BURST - 1) await breath()
        signal?.throwIfAborted()
        yield { type: 'text-delta', id: 'text', delta }
      }
      yield { type: 'text-end', id: 'text' }
    } else {
      const { toolCallId: id, toolName, input } = part
      yield { type: 'tool-input-start', id, toolName }
      yield { type: 'tool-input-delta', id, delta: input }
      yield { type: 'tool-input-end', id }
      yield part
    }
  yield { type: 'finish', finishReason, usage }
}
