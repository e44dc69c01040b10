// Serves the paced model over OpenAI's protocol in its own process. Prints its address as a line of JSON, and
// exits with its parent.
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { serveOpenAi } from '@/e2e/support/openai-server'
import { usageOf } from '@/e2e/support/openai-types'
import { askedRound } from '@/lib/model/offline/view'
import { StreamedModel } from './scripted'

/**
 * `firstMs` = delay of the first word, `wordMs` = of each further one; `answerWords` and `thoughtWords` =
 * lengths.
 */
export type Pace = { firstMs: number; wordMs: number; answerWords: number; thoughtWords: number }

const WORDS =
  'the answer to this depends on what was said before and on what the plan for the garden holds so we go through it step by step and see'.split(
    ' ',
  )
const said = (count: number) =>
  Array.from({ length: count }, (_, i) => `${WORDS[i % WORDS.length]}${(i + 1) % 18 === 0 ? '.' : ''} `)
const STRUCTURED: Record<string, object> = {
  turn_notes: {
    facts: [],
    summary: 'The plan for the garden was discussed and the next step was named.',
    insights: ['The garden comes first.', 'The order of steps matters.'],
    verdict: { label: 'success', confidence: 0.9, reason: 'The question was answered.' },
    ...{ tags: [], lesson: null, title: 'A plan for the garden' },
  },
  rollup_summary: {
    summary: 'Several turns went through the plan for the garden.',
    insights: ['The garden comes first.'],
  },
  facts: { facts: [] },
  'topic-name': { names: [{ topic: 1, name: 'The garden' }] },
}

type Reply = { words: string[]; call: { name: string; input: string } | null }
/**
 * Thinking rounds decide to stop, structured calls get a matching object, and everything else gets an answer.
 */
function replyTo(options: LanguageModelV4CallOptions, pace: Pace): Reply {
  const format = options.responseFormat?.type === 'json' ? options.responseFormat.name : undefined
  if (format) return { words: JSON.stringify(STRUCTURED[format] ?? {}).split(/(?<= )/), call: null }
  const thinks = askedRound(options.prompt) !== null
  if (!thinks) return { words: said(pace.answerWords), call: null }
  return {
    words: said(pace.thoughtWords),
    call: {
      name: 'continue_thinking',
      input: JSON.stringify({ continueThinking: false, reason: 'Enough is known.' }),
    },
  }
}

/** A model that streams at a fixed pace regardless of the prompt, and stops when the client disconnects. */
class PacedModel extends StreamedModel {
  constructor(private readonly pace: Pace) {
    super()
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const parts = this.#parts(options)
    return {
      stream: new ReadableStream<LanguageModelV4StreamPart>(
        {
          async pull(controller) {
            const { value, done } = await parts.next()
            if (done) controller.close()
            else controller.enqueue(value)
          },
          cancel: async () => void (await parts.return(undefined)),
        },
        { highWaterMark: 0 },
      ),
    }
  }

  async *#parts(options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart, undefined> {
    const { firstMs, wordMs } = this.pace
    const { words, call } = replyTo(options, this.pace)
    const began = performance.now()
    yield { type: 'stream-start', warnings: [] }
    yield { type: 'text-start', id: 't' }
    for (const [i, delta] of words.entries()) {
      if (options.abortSignal?.aborted) return
      // Timed from the start rather than from the last word, so that late timers do not add up.
      await until(began + firstMs + i * wordMs)
      yield { type: 'text-delta', id: 't', delta }
    }
    yield { type: 'text-end', id: 't' }
    if (call)
      yield {
        type: 'tool-call',
        toolCallId: `call_${Math.round(began * 1_000)}`,
        toolName: call.name,
        input: call.input,
      }
    const inputTokens = Math.ceil(JSON.stringify(options.prompt).length / 4)
    yield {
      type: 'finish',
      finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
      usage: usageOf({ inputTokens, outputTokens: words.length }),
    }
  }
}

const until = (at: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))

const pace = JSON.parse(process.argv[2] ?? '{}') as Pace
const server = await serveOpenAi({ model: new PacedModel(pace) })
// Prompts would accumulate over thousands of calls.
setInterval(() => server.requests.splice(0), 1_000).unref()
console.log(JSON.stringify({ url: server.url }))
process.on('disconnect', () => process.exit(0))
