import {
  type FinishReason,
  type ModelMessage,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai'
import type { Carried, ModelToolCall } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import type { Support } from '@/lib/shared/model-support'
import type { Runtime } from '@/lib/shared/runtime'
import type { Problem } from './failure'
import type { AttemptSpec } from './job'
import { type SeparatedPiece, Separator } from './separate/separator'
import type { WrittenCall } from './separate/written-calls'
import type { Shown } from './shown'
import { checkedCall } from './tool-calls'
import { type Counts, sdkUsage } from './usage'

type Part = TextStreamPart<ToolSet>
type Context = Pick<AttemptSpec, 'known' | 'messages' | 'support' | 'toolChoice' | 'format'> & {
  runtime: Runtime
  shown: Shown
  toProblem(error: unknown): Problem
}

/**
 * Collects a stream, and tells thoughts and calls in the text from the answer. After an error part it has
 * failed, even though the SDK continues to `stop`.
 */
export class Listener {
  calls: ModelToolCall[] = []
  finish: FinishReason | null = null
  usage: Counts | null = null
  problem: Problem | null = null
  firstAt: Date | null = null
  learned: Partial<Support> = {}
  /** Reasoning parts with what their service wants back. */
  parts: NonNullable<Carried['reasoning']> = []
  /** Ids that the service gave, and ours where they differ. */
  renamed = new Map<string, string>()
  readonly #separator: Separator
  #part = ''
  #chars = 0

  constructor(private readonly context: Context) {
    const { known: tools, support, toolChoice, format } = context
    const own = support.tools === 'text' ? 'agreed' : support.writesCalls ? 'usual' : 'example'
    const calls = toolChoice === 'none' ? 'example' : own
    const { opensThinking } = support
    this.#separator = new Separator({ tools, opensThinking, calls, json: format !== null })
  }

  /** @returns false = the text is far too long for an answer. */
  hear(part: Part): boolean {
    if (part.type === 'finish-step') {
      this.usage = sdkUsage(part.usage)
      this.finish = part.finishReason
    }
    if (this.problem) return true
    if (part.type === 'text-delta')
      return this.#grow(part.text, (kept) => this.#tell(this.#separator.next(kept)))
    if (part.type === 'reasoning-delta') {
      this.#part += part.text
      return this.#grow(part.text, (kept) => this.context.shown.think(kept))
    }
    if (part.type === 'reasoning-end') {
      if (part.providerMetadata) this.parts.push({ text: this.#part, providerOptions: part.providerMetadata })
      this.#part = ''
    }
    if (part.type === 'tool-input-delta') return this.#grow(part.delta, () => {})
    if (part.type === 'tool-call') this.#call(part.toolCallId, part.toolName, part.input)
    if (part.type === 'error' && !ToolChoiceViolationError.isInstance(part.error))
      this.problem = this.context.toProblem(part.error)
    return true
  }

  /** The stream is over. Calls of a failed reply do not run. `whole` = the model ended it itself. */
  end(failed: boolean, whole: boolean) {
    this.#tell(this.#separator.end(whole).filter((piece) => !failed || piece.type !== 'call'))
  }

  #grow(delta: string, use: (kept: string) => void): boolean {
    if (delta !== '') this.firstAt ??= this.context.runtime.now()
    const room = Math.max(0, limits.model.maxTextChars - this.#chars)
    this.#chars += delta.length
    use(delta.length > room ? delta.slice(0, room) : delta)
    return delta.length <= room
  }

  #tell(pieces: SeparatedPiece[]) {
    const { shown } = this.context
    for (const piece of pieces) {
      if (piece.type === 'call') this.#written(piece.call)
      else if (piece.type === 'retract') {
        if (piece.first) this.learned.opensThinking = true
        shown.retract()
      } else if (piece.type === 'answered') {
        this.learned.opensThinking = false
        shown.unthink(piece.chars)
      } else if (piece.type === 'text') shown.write(piece.text)
      else shown.think(piece.text)
    }
  }

  #written({ name, args }: WrittenCall) {
    this.learned.writesCalls = true
    this.#call('', name, args)
  }

  #call(id: string, name: string, input: unknown) {
    this.firstAt ??= this.context.runtime.now()
    this.calls.push(checkedCall(this.#id(id), name, input, this.context.known))
  }

  /** Some servers reuse the ids of calls, or give none. */
  #id(given: string): string {
    const used = [...this.calls.map((call) => call.id), ...this.context.messages.flatMap(idsOf)]
    if (given && !used.includes(given)) return given
    const own = this.context.runtime.id('call')
    this.renamed.set(given, own)
    return own
  }
}

const idsOf = (message: ModelMessage) =>
  message.role === 'assistant' && Array.isArray(message.content)
    ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    : []
