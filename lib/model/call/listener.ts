import {
  type FinishReason,
  type ModelMessage,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai'
import type { Runtime } from '@/lib/base/runtime'
import type { Carried, ModelToolCall, ToolSpec } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import type { Support } from '@/lib/shared/model-support'
import type { Problem } from './failure'
import { type Piece, Separator } from './separate/separator'
import type { WrittenCall } from './separate/written-calls'
import type { Shown } from './shown'
import { checkedCall } from './tool-calls'
import { type Reported, sdkUsage } from './usage'

type Part = TextStreamPart<ToolSet>
type Context = {
  /** Those that were offered, or whose calls may stand in the text. */
  known: readonly ToolSpec[]
  messages: readonly ModelMessage[]
  support: Support
  toolChoice: 'auto' | 'required' | 'none'
  format: object | null
  runtime: Runtime
  shown: Shown
  toProblem(error: unknown): Problem
}

/**
 * Collects a stream part by part, and tells thoughts and calls that a model writes as text from its answer.
 * After an error part it has failed, even though the SDK continues to `stop`.
 */
export class Listener {
  text = ''
  reasoning = ''
  calls: ModelToolCall[] = []
  finish: FinishReason | null = null
  usage: Reported = null
  problem: Problem | null = null
  firstAt: Date | null = null
  /** What the text shows of how this model writes. */
  learned: Partial<Support> = {}
  /** Reasoning parts with what their service wants back. */
  parts: NonNullable<Carried['reasoning']> = []
  /** Ids that the service gave, and ours where they differ. */
  renamed = new Map<string, string>()
  readonly #separator: Separator
  #part = ''
  #chars = 0
  #raw: string | undefined

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
      this.#raw = part.rawFinishReason
    }
    if (this.problem) return true
    if (part.type === 'text-delta')
      return this.#grow(part.text, (kept) => this.#tell(this.#separator.next(kept)))
    if (part.type === 'reasoning-delta') this.#part += part.text
    if (part.type === 'reasoning-delta') return this.#grow(part.text, (kept) => this.#think(kept))
    if (part.type === 'reasoning-end') {
      if (part.providerMetadata) this.parts.push({ text: this.#part, providerOptions: part.providerMetadata })
      this.#part = ''
    }
    if (part.type === 'tool-input-delta') return this.#grow(part.delta, () => {})
    if (part.type === 'tool-call') this.#call(part.toolCallId, part.toolName, part.input)
    if (part.type === 'error') {
      if (ToolChoiceViolationError.isInstance(part.error)) this.finish = finishOf(this.#raw)
      else this.problem = this.context.toProblem(part.error)
    }
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

  #tell(pieces: Piece[]) {
    for (const piece of pieces) {
      if (piece.type === 'call') this.#written(piece.call)
      else if (piece.type === 'retract') this.#retract(piece.first)
      else if (piece.type === 'answered') this.#answer(piece.chars)
      else if (piece.type === 'text') this.#say(piece.text)
      else this.#think(piece.text)
    }
  }

  #say(delta: string) {
    this.text += delta
    this.context.shown.write(delta)
  }

  #think(delta: string) {
    this.reasoning += delta
    this.context.shown.think(delta)
  }

  #written({ name, args }: WrittenCall) {
    this.learned.writesCalls = true
    this.#call('', name, args)
  }

  #answer(chars: number) {
    this.learned.opensThinking = false
    this.reasoning = this.reasoning.slice(0, -chars)
    this.context.shown.unthink(chars)
  }

  #retract(first: boolean) {
    if (first) this.learned.opensThinking = true
    this.reasoning += this.text
    this.text = ''
    this.context.shown.retract()
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

/** If a required tool call is missing, the SDK hides why the model stopped. */
function finishOf(raw: string | undefined): FinishReason {
  if (raw === 'length' || raw === 'max_output_tokens') return 'length'
  return raw === 'content_filter' ? 'content-filter' : 'stop'
}
