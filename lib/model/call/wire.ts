import { z } from 'zod'
import { limits } from '@/lib/shared/limits'
import { type Reported, reportedUsage } from './usage'

type Fetch = typeof globalThis.fetch
type Watcher = { onBytes(): void; onTooLarge(): void; onReasoning?(delta: string): void }

/** DeepSeek, OpenRouter, vLLM and Ollama send reasoning in fields that the OpenAI package ignores. */
const reasoningEvent = z.object({
  choices: z.tuple([
    z.object({
      delta: z.object({ reasoning_content: z.string().nullish(), reasoning: z.string().nullish() }),
    }),
  ]),
})

/**
 * One HTTP response, observed below the AI SDK. When a stream breaks, the SDK drops its queued text and
 * usage, so a broken body ends normally here but is marked `broken`, and usage is read from the passing
 * events.
 */
export class Wire {
  status: number | null = null
  headers = new Headers()
  /** The first characters of the body. */
  head = ''
  /** Complete `data:` events with a JSON object. */
  events = 0
  /** `[DONE]` has arrived. */
  done = false
  /** The connection failed within the body. */
  broken = false
  usage: Reported = null
  /** Settles when nothing more will come. */
  readonly ended: Promise<void>
  readonly #watcher: Watcher
  readonly #decoder = new TextDecoder()
  #bytes = 0
  /** Pieces of the unfinished line. */
  #rest: string[] = []
  #restChars = 0
  #end: () => void = () => {}

  constructor(watcher: Watcher) {
    this.#watcher = watcher
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  get ok(): boolean {
    return this.status !== null && this.status >= 200 && this.status < 300
  }

  /** A `fetch` that this wire observes. Without a key it sends no Authorization header. */
  tap(fetch: Fetch, hasKey: boolean): Fetch {
    return async (input, init) => {
      const headers = new Headers(init?.headers)
      if (!hasKey) headers.delete('authorization')
      try {
        const response = await fetch(input, { ...init, headers })
        this.status = response.status
        this.headers = response.headers
        if (response.body)
          return new Response(this.#observe(response.body, init?.signal ?? null), {
            status: response.status,
            statusText: response.statusText,
            headers: response.headers,
          })
        this.#end()
        return response
      } catch (error) {
        this.#end()
        throw error
      }
    }
  }

  #observe(body: ReadableStream<Uint8Array>, signal: AbortSignal | null): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) return this.#close(controller)
          this.#read(value)
          controller.enqueue(value)
        } catch (error) {
          if (signal?.aborted) {
            this.#end()
            return controller.error(error)
          }
          this.broken = true
          this.#close(controller)
        }
      },
      cancel: async (reason) => {
        this.#end()
        await reader.cancel(reason)
      },
    })
  }

  #close(controller: ReadableStreamDefaultController<Uint8Array>) {
    this.#end()
    controller.close()
  }

  #read(bytes: Uint8Array) {
    this.#watcher.onBytes()
    this.#bytes += bytes.length
    if (this.#bytes > limits.model.maxWireBytes) this.#watcher.onTooLarge()
    const text = this.#decoder.decode(bytes, { stream: true })
    if (this.head.length < 2_000) this.head = (this.head + text).slice(0, 2_000)
    const end = text.lastIndexOf('\n')
    if (end < 0) this.#keep(text)
    else {
      const lines = (this.#rest.join('') + text.slice(0, end)).split('\n')
      this.#rest = []
      this.#restChars = 0
      this.#keep(text.slice(end + 1))
      for (const line of lines) if (line.startsWith('data:')) this.#event(line.slice(5).trim())
    }
  }

  #keep(piece: string) {
    this.#rest.push(piece)
    this.#restChars += piece.length
    if (this.#restChars > limits.model.maxEventChars) this.#watcher.onTooLarge()
  }

  #event(data: string) {
    if (data === '[DONE]') this.done = true
    if (!data.startsWith('{')) return
    this.events++
    const mayReason = this.#watcher.onReasoning !== undefined && data.includes('"reasoning')
    if (!mayReason && !data.includes('"usage"')) return
    try {
      const event: unknown = JSON.parse(data)
      this.usage = reportedUsage(event) ?? this.usage
      const reasoning = mayReason ? reasoningEvent.safeParse(event) : null
      const delta = reasoning?.data?.choices[0].delta
      if (delta) this.#watcher.onReasoning?.(delta.reasoning_content ?? delta.reasoning ?? '')
    } catch {
      // Not JSON: the SDK reports it as a corrupt event.
    }
  }
}
