import { createHash } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { countTokens } from '@/lib/model/tokens'
import { breath } from '@/lib/shared/breath'
import { actOnCommand } from './act/act'
import { think } from './think/think'
import { partText, type Reply, type View, viewOf } from './view'

/** The built-in engine: a language model made of rules that sees only its call options. */
export class OfflineModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'offline'
  readonly modelId = 'built-in'
  readonly supportedUrls = {}

  constructor(private readonly options: { delayMs: number }) {}

  async doGenerate(options: LanguageModelV4CallOptions) {
    options.abortSignal?.throwIfAborted()
    return { ...(await outgoing(options)), warnings: [] }
  }

  async doStream(options: LanguageModelV4CallOptions) {
    const parts = streamParts(await outgoing(options), this.options.delayMs, options.abortSignal)
    // The type of Node's stream differs from the DOM's in details that do not matter here.
    const stream: unknown = ReadableStream.from(parts)
    return { stream: stream as globalThis.ReadableStream<LanguageModelV4StreamPart> }
  }
}

/** Yields to the event loop between the steps: each may take a while for a long prompt. */
async function outgoing(options: LanguageModelV4CallOptions): Promise<OfflineReply> {
  await breath()
  const view = viewOf(options)
  await breath()
  const reply = replyTo(view)
  await breath()
  const usage = usageOf(options, reply)
  await breath()
  return {
    content: contentOf(reply, JSON.stringify(options.prompt)),
    finishReason: { unified: reply.calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage,
  }
}

const replyTo = (view: View): Reply =>
  view.round && view.tools.length > 0 ? think(view) : actOnCommand(view)

function usageOf({ prompt, tools = [] }: LanguageModelV4CallOptions, reply: Reply): LanguageModelV4Usage {
  const sent = prompt.map(({ content }) =>
    typeof content === 'string' ? content : content.map(partText).join('\n'),
  )
  const offered = tools.map((tool) => JSON.stringify(tool))
  const input = countTokens([...sent, ...offered].join('\n'))
  const calls = reply.calls.map((call) => call.name + JSON.stringify(call.args))
  const output = countTokens([reply.text, ...calls].join('\n').trim())
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}

export type OfflineReply = {
  content: (LanguageModelV4Text | LanguageModelV4ToolCall)[]
  finishReason: LanguageModelV4FinishReason
  usage: LanguageModelV4Usage
}

/** The ids of calls come from the prompt, so each prompt of a conversation has others. */
export function contentOf({ text, calls }: Reply, prompt: string): OfflineReply['content'] {
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

/** Word by word, `delayMs` apart. @throws once the signal aborts. */
export async function* streamParts(
  { content, finishReason, usage }: OfflineReply,
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
