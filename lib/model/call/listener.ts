import {
  type Experimental_LanguageModelStreamPart,
  type FinishReason,
  type ModelMessage,
  ToolChoiceViolationError,
} from 'ai'
import type { Runtime } from '@/lib/base/runtime'
import type { ModelToolCall, ToolSpec } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import type { Problem } from './failure'
import type { Shown } from './shown'
import { checkedCall } from './tool-calls'
import { type Reported, sdkUsage } from './usage'

export type Part = Experimental_LanguageModelStreamPart
type Context = {
  tools: readonly ToolSpec[]
  messages: readonly ModelMessage[]
  runtime: Runtime
  shown: Shown
  toProblem(error: unknown): Problem
}

/**
 * Collects a stream part by part. After an error part it has failed, even though the SDK continues to `stop`.
 */
export class Listener {
  text = ''
  reasoning = ''
  calls: ModelToolCall[] = []
  finish: FinishReason | null = null
  usage: Reported = null
  problem: Problem | null = null
  firstAt: Date | null = null
  #chars = 0
  #raw: string | undefined

  constructor(private readonly context: Context) {}

  /** @returns false = the text is far too long for an answer. */
  hear(part: Part): boolean {
    if (part.type === 'model-call-end') {
      this.usage = sdkUsage(part.usage)
      this.finish = part.finishReason
      this.#raw = part.rawFinishReason
    }
    if (this.problem) return true
    if (part.type === 'text-delta') return this.#grow(part.text, (kept) => this.#say(kept))
    if (part.type === 'reasoning-delta') return this.#grow(part.text, (kept) => this.#think(kept))
    if (part.type === 'tool-input-delta') return this.#grow(part.delta, () => {})
    if (part.type === 'tool-call')
      this.calls.push(checkedCall(this.#id(part.toolCallId), part.toolName, part.input, this.context.tools))
    if (part.type === 'error') {
      if (ToolChoiceViolationError.isInstance(part.error)) this.finish = finishOf(this.#raw)
      else this.problem = this.context.toProblem(part.error)
    }
    return true
  }

  #grow(delta: string, use: (kept: string) => void): boolean {
    if (delta !== '') this.firstAt ??= this.context.runtime.now()
    const room = Math.max(0, limits.model.maxTextChars - this.#chars)
    this.#chars += delta.length
    use(delta.length > room ? delta.slice(0, room) : delta)
    return delta.length <= room
  }

  #say(delta: string) {
    this.text += delta
    this.context.shown.write(delta)
  }

  #think(delta: string) {
    this.reasoning += delta
    this.context.shown.think(delta)
  }

  /** Some servers reuse the ids of calls, or give none. */
  #id(given: string): string {
    const used = [...this.calls.map((call) => call.id), ...this.context.messages.flatMap(idsOf)]
    return given && !used.includes(given) ? given : this.context.runtime.id('call')
  }
}

const idsOf = (message: ModelMessage) =>
  message.role === 'assistant' && Array.isArray(message.content)
    ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    : []

/** If a required tool call is missing, the SDK hides why the model stopped. */
function finishOf(raw: string | undefined): FinishReason {
  if (raw === 'length' || raw === 'max_output_tokens') return 'length'
  return raw === 'content_filter' ? 'content-filter' : 'stop'
}
