import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { breath } from '@/lib/base/breath'
import { countTokens } from '@/lib/model/tokens'
import { act } from './act/act'
import { idOf, type Outgoing, partsOf } from './emit'
import type { Reply } from './reply'
import { structured } from './structured'
import { think } from './think/think'
import { type View, viewOf } from './view'

/**
 * The built-in engine: a language model of plain rules that sees only its call options. It thinks by asking
 * memory for what a question lacks, acts on imperative sentences of the current message, and answers with
 * sentences quoted from its prompt. It knows nothing else: no arithmetic, world knowledge, clock, randomness
 * or database.
 */
export class OfflineModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'offline'
  readonly modelId = 'built-in'
  readonly supportedUrls = {}
  readonly #delayMs: number

  /** `delayMs` = pause between two words of a stream. */
  constructor({ delayMs }: { delayMs: number }) {
    this.#delayMs = delayMs
  }

  async doGenerate(options: LanguageModelV4CallOptions) {
    options.abortSignal?.throwIfAborted()
    const { reply, ids, finishReason, usage } = await this.#outgoing(options)
    const calls = reply.calls.map(
      (call, index): LanguageModelV4Content => ({
        type: 'tool-call',
        toolCallId: ids[index] ?? '',
        toolName: call.name,
        input: JSON.stringify(call.args),
      }),
    )
    const content: LanguageModelV4Content[] = [
      ...(reply.text ? [{ type: 'text' as const, text: reply.text }] : []),
      ...calls,
    ]
    return { content, finishReason, usage, warnings: [] }
  }

  async doStream(options: LanguageModelV4CallOptions) {
    const parts = partsOf(await this.#outgoing(options), this.#delayMs, options.abortSignal)
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        try {
          const { done, value } = await parts.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(error)
        }
      },
      async cancel() {
        await parts.return()
      },
    })
    return { stream }
  }

  /** Each part of the work is done by itself: others in the process have their turn between them. */
  async #outgoing(options: LanguageModelV4CallOptions): Promise<Outgoing> {
    await breath()
    const view = viewOf(options)
    await breath()
    const reply = replyTo(options, view)
    await breath()
    const usage = usageOf(options, reply)
    await breath()
    const prompt = JSON.stringify(options.prompt)
    const finishReason = {
      unified: reply.calls.length > 0 ? ('tool-calls' as const) : ('stop' as const),
      raw: undefined,
    }
    return {
      reply,
      ids: reply.calls.map((_, index) => idOf(prompt, index)),
      modelId: this.modelId,
      finishReason,
      usage,
    }
  }
}

/**
 * The mode follows from what is offered: an output format, the tool that ends a thinking round, other tools,
 * or nothing.
 */
function replyTo(options: LanguageModelV4CallOptions, view: View): Reply {
  if (options.responseFormat?.type === 'json')
    return { text: structured(options.responseFormat.name ?? '', view), calls: [] }
  return view.tools.some((tool) => tool.name === 'continue_thinking') ? think(view) : act(view)
}

function usageOf(options: LanguageModelV4CallOptions, reply: Reply): LanguageModelV4Usage {
  const sent = options.prompt.map((message) =>
    typeof message.content === 'string'
      ? message.content
      : message.content
          .map((part) =>
            part.type === 'text'
              ? part.text
              : part.type === 'tool-call'
                ? JSON.stringify(part.input)
                : part.type === 'tool-result'
                  ? outputOf(part.output)
                  : '',
          )
          .join('\n'),
  )
  const offered = (options.tools ?? []).map((tool) => JSON.stringify(tool))
  const input = countTokens([...sent, ...offered].join('\n'))
  const output = countTokens(
    [reply.text, ...reply.calls.map((call) => call.name + JSON.stringify(call.args))].join('\n').trim(),
  )
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}

const outputOf = (output: object) =>
  'value' in output && typeof output.value === 'string' ? output.value : JSON.stringify(output)
