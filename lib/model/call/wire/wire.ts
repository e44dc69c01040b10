import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser'
import type { Json } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { parseJson } from '@/lib/shared/parse-json'
import { type Reported, reportedCost, reportedUsage } from '../usage'
import { ChatStream } from './chat-stream'
import { bareFault, type Fault, faultIn, faultOf, isObject, UNREADABLE } from './fault'
import { ResponsesStream } from './responses-stream'
import type { Stream } from './stream'

type Fetch = typeof globalThis.fetch
export type WireWatcher = {
  /** `silent` = only comments, by which a service says that it is there. */
  onBytes?(silent: boolean): void
  onTooLarge?(): void
  /** The service said that the answer is over. */
  onFinish?(): void
  /** The service reported an error: only token counts are of interest after it. */
  onFault?(): void
  /** What is sent instead of the AI SDK's body. */
  rewrite?(body: Json): Json
  /** How long the response may stay open after its end. */
  drainMs: number
}

/**
 * One HTTP exchange below the AI SDK. What servers really send is brought here into the form that the SDK
 * reads; errors never reach it. When a stream breaks, the SDK drops its queued text, so a broken body ends
 * normally here but is marked `broken`.
 */
export class Wire {
  status: number | null = null
  headers = new Headers()
  head = ''
  events = 0
  done = false
  broken = false
  sent: Json = {}
  fault: Fault | null = null
  usage: Reported = null
  /** As the service reported it; null = it did not. */
  costMicros: number | null = null
  /** null = the response passes as it is. */
  readonly stream: Stream | null
  readonly #watcher: WireWatcher
  readonly #decoder = new TextDecoder()
  readonly #encoder = new TextEncoder()
  #bytes = 0
  #sinceEvent = 0
  /** How the line that is being read begins. */
  #line = ''
  /** Some services call every event the last one, or the first. */
  #wentOn = false
  /** Ends the reading of a response that stays open after its end; null = it has not ended. */
  #late: Promise<null> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #bare: Fault | null = null
  /** A body without events: one JSON document. */
  #plain: string | null = ''
  #out: string[] = []

  constructor(api: 'chat' | 'responses' | null, watcher: WireWatcher) {
    this.#watcher = watcher
    this.stream = api === 'chat' ? new ChatStream() : api === 'responses' ? new ResponsesStream() : null
  }

  get ok(): boolean {
    return this.status !== null && this.status >= 200 && this.status < 300
  }

  /** The answer is over, though its response may still be open. */
  get isOver(): boolean {
    return this.#late !== null
  }

  /** A `fetch` through this wire. Without a key it sends no Authorization header. */
  tap(fetch: Fetch, hasKey: boolean): Fetch {
    return async (input, init) => {
      const headers = new Headers(init?.headers)
      if (!hasKey) headers.delete('authorization')
      const body = JSON.parse(String(init?.body)) as Json
      this.sent = this.#watcher.rewrite?.(body) ?? body
      const response = await fetch(input, { ...init, headers, body: JSON.stringify(this.sent) })
      this.status = response.status
      this.headers = response.headers
      if (!this.ok) return this.#refused(response)
      if (!this.stream) return response
      const type = { 'content-type': 'text/event-stream' }
      return new Response(this.#read(response.body, init?.signal ?? null), { headers: type })
    }
  }

  /** An error's body in one form. The AI SDK reads no more than its sentence. */
  async #refused(response: Response): Promise<Response> {
    try {
      for await (const bytes of response.body ?? []) {
        this.#watcher.onBytes?.(false)
        this.head += this.#decoder.decode(bytes, { stream: true })
        if (this.head.length > limits.model.maxEventChars) break
      }
    } catch {
      // What came of it is enough.
    }
    this.fault = faultOf(parseJson(this.head) ?? this.head)
    const body = JSON.stringify({ error: { message: this.fault.words } })
    return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } })
  }

  #read(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | null): ReadableStream<Uint8Array> {
    const reader = body?.getReader()
    const parser = createParser({ onEvent: (event) => this.#event(event) })
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        while (this.#out.length === 0) {
          const bytes = await this.#next(reader, signal)
          if (bytes) this.#feed(bytes, parser)
          else return this.#close(controller, parser)
        }
        controller.enqueue(this.#taken())
      },
      cancel: (reason) => reader?.cancel(reason),
    })
  }

  async #next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, signal: AbortSignal | null) {
    if (!reader) return null
    try {
      const next = await Promise.race([reader.read(), ...(this.#late ? [this.#late] : [])])
      if (next === null) await reader.cancel().catch(() => {})
      return next && !next.done ? next.value : null
    } catch (error) {
      if (signal?.aborted) throw error
      this.broken = true
      return null
    }
  }

  #close(controller: ReadableStreamDefaultController<Uint8Array>, parser: EventSourceParser) {
    clearTimeout(this.#timer)
    // A last event without an empty line after it counts, unless the connection broke.
    if (!this.broken) parser.feed('\n\n')
    if (this.events === 0 && this.#plain) this.#document(parseJson(this.#plain))
    const said = this.done && this.stream?.said
    if (this.stream?.finish === null && !said) this.fault ??= this.#bare
    for (const event of this.stream?.end() ?? []) this.#pass(event)
    controller.enqueue(this.#taken())
    controller.close()
  }

  #taken(): Uint8Array {
    const bytes = this.#encoder.encode(this.#out.join(''))
    this.#out = []
    return bytes
  }

  #feed(bytes: Uint8Array, parser: EventSourceParser) {
    this.#bytes += bytes.length
    const text = this.#decoder.decode(bytes, { stream: true })
    const lines = (this.#line + text).split('\n')
    this.#line = lines.at(-1)?.slice(0, 1) ?? ''
    this.#watcher.onBytes?.(!lines.some((line) => /^[^:\r]/.test(line)))
    this.#sinceEvent += text.length
    if (this.head.length < 2_000) this.head = (this.head + text).slice(0, 2_000)
    if (this.#plain !== null) {
      const isJson = /^\s*[[{]/.test(this.head)
      this.#plain = isJson || this.head.trim() === '' ? this.#plain + text : null
    }
    if (this.#bytes > limits.model.maxWireBytes || this.#sinceEvent > limits.model.maxEventChars)
      return this.#watcher.onTooLarge?.()
    if (this.#plain === null || this.head.trim() === '') parser.feed(text)
  }

  #event({ data, event: name }: EventSourceMessage) {
    this.#sinceEvent = 0
    if (data.trim() === '[DONE]') this.done = true
    else if (data.trim() !== '') {
      const value = parseJson(data)
      // A comment that the server sends as data.
      if (value === undefined && /^\s*:/.test(data)) return
      if (value === undefined && name !== 'ping') this.#fail(UNREADABLE)
      else this.#document(isObject(value) && name && !('type' in value) ? { type: name, ...value } : value)
    }
    const { finish, said } = this.stream ?? {}
    const isOver = this.done || (finish && (said || finish !== 'stop') && !this.#wentOn)
    if (!isOver) {
      clearTimeout(this.#timer)
      this.#late = null
    } else if (!this.#late) {
      this.#late = new Promise((resolve) => {
        this.#timer = setTimeout(resolve, this.#watcher.drainMs, null)
      })
      this.#watcher.onFinish?.()
    }
  }

  #document(value: unknown) {
    if (Array.isArray(value) || isObject(value)) this.events++
    this.usage = reportedUsage(value) ?? this.usage
    this.costMicros = reportedCost(value) ?? this.costMicros
    if (this.fault) return
    const response = isObject(value) && isObject(value.response) ? value.response : null
    const failed =
      response && (response.status === 'failed' || response.error) ? faultOf(response.error) : null
    const fault = failed ?? faultIn(value)
    if (fault) this.#fail(fault)
    else if (isObject(value) && this.stream) {
      if (!('choices' in value || 'type' in value || 'output' in value)) this.#bare ??= bareFault(value)
      const { finish } = this.stream
      const events = this.stream.next(value)
      this.#wentOn ||= finish !== null && events.length > 0
      for (const event of events) this.#pass(event)
      if (this.stream.finish === 'unknown') {
        const said = this.stream.reason.slice(0, 60)
        this.#fail({ words: `The answer ended with “${said}”.`, heard: said, status: null })
      }
    }
  }

  #fail(fault: Fault) {
    this.fault ??= fault
    this.#watcher.onFault?.()
  }

  #pass(event: Json) {
    this.#out.push(`data: ${JSON.stringify(event)}\n\n`)
  }
}
