import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { type Counts, usageOf } from './openai-types'

export type ScriptedTurn = {
  /** A list is sent delta by delta, a `Speech` as the test releases it. */
  text?: string | string[] | AsyncIterable<string>
  reasoning?: string | string[]
  /** A string is sent verbatim, even if it is not valid JSON. */
  calls?: { name: string; args: unknown; id?: string }[]
  /**
   * The reported usage; by default counted from the words of the prompt and the answer, so that turns differ.
   */
  usage?: Partial<Counts>
  finish?: LanguageModelV4FinishReason['unified']
  /** Awaited after the first text delta. */
  wait?: Promise<unknown>
}
export type Script = ScriptedTurn[] | ((options: LanguageModelV4CallOptions, call: number) => ScriptedTurn)

const list = (value: string | string[] | undefined) =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
const deltas = (text: ScriptedTurn['text']) =>
  typeof text === 'object' && Symbol.asyncIterator in text ? text : list(text)
const words = (text: string) => text.split(/\s+/).filter(Boolean).length

/** A model that follows a script and records its calls in `calls`. @throws when the script is exhausted. */
export class ScriptedModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'scripted'
  readonly modelId = 'scripted'
  readonly supportedUrls = {}
  readonly calls: LanguageModelV4CallOptions[] = []

  constructor(private readonly script: Script) {}

  #turn(options: LanguageModelV4CallOptions): ScriptedTurn {
    const call = this.calls.push(options) - 1
    const turn = typeof this.script === 'function' ? this.script(options, call) : this.script[call]
    if (!turn) throw new Error(`the script has no turn ${call + 1}`)
    return turn
  }

  async *#parts(
    turn: ScriptedTurn,
    options: LanguageModelV4CallOptions,
  ): AsyncGenerator<LanguageModelV4StreamPart> {
    const reasoning = list(turn.reasoning)
    const sent: string[] = []
    yield { type: 'stream-start', warnings: [] }
    if (reasoning.length) {
      yield { type: 'reasoning-start', id: 'r' }
      for (const delta of reasoning) yield { type: 'reasoning-delta', id: 'r', delta }
      yield { type: 'reasoning-end', id: 'r' }
    }
    for await (const delta of deltas(turn.text)) {
      if (sent.length === 0) yield { type: 'text-start', id: 't' }
      sent.push(delta)
      yield { type: 'text-delta', id: 't', delta }
    }
    if (sent.length) yield { type: 'text-end', id: 't' }
    for (const [at, call] of (turn.calls ?? []).entries()) {
      const input = typeof call.args === 'string' ? call.args : JSON.stringify(call.args)
      yield {
        type: 'tool-call',
        toolCallId: call.id ?? `call_${this.calls.length}_${at}`,
        toolName: call.name,
        input,
      }
    }
    const outputTokens = words([...sent, ...reasoning].join('')) + 3 * (turn.calls?.length ?? 0)
    const usage = usageOf(
      turn.usage ?? {
        inputTokens: words(JSON.stringify(options.prompt)),
        outputTokens,
        reasoningTokens: words(reasoning.join('')),
      },
    )
    yield {
      type: 'finish',
      finishReason: { unified: turn.finish ?? (turn.calls?.length ? 'tool-calls' : 'stop'), raw: undefined },
      usage,
    }
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const turn = this.#turn(options)
    const parts = this.#parts(turn, options)
    let waited = false
    return {
      stream: new ReadableStream<LanguageModelV4StreamPart>(
        {
          async pull(controller) {
            const { value, done } = await parts.next()
            if (done) return controller.close()
            controller.enqueue(value)
            if (value.type !== 'text-delta' || waited) return
            waited = true
            await turn.wait
          },
        },
        { highWaterMark: 0 },
      ),
    }
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const turn = this.#turn(options)
    const content: LanguageModelV4GenerateResult['content'] = []
    let end: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined
    for await (const part of this.#parts(turn, options)) {
      if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta })
      if (part.type === 'tool-call') content.push(part)
      if (part.type === 'finish') end = part
    }
    return {
      content,
      finishReason: end?.finishReason ?? { unified: 'stop', raw: undefined },
      usage: end?.usage ?? usageOf({}),
      warnings: [],
    }
  }
}
