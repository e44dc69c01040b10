import type { ChatTransport } from 'ai'
import { limits } from '@/lib/shared/limits'
import type { LiveChunk, LiveMessage } from '@/lib/shared/live'
import { TurnGone } from './api'

export type Connection = 'live' | 'waiting' | 'lost'
/** How the stream of one turn ended: over, to be replayed from the start, accepted into the queue, gone, or still unknown. */
export type Outcome = 'open' | 'settled' | 'reset' | 'queued' | 'gone'
type SegmentEnd = 'settled' | 'reset' | 'handoff' | 'lost'

export type TransportDeps = {
  /** Starts the turn; null = it was put in the queue. */
  start?: () => Promise<ReadableStream<LiveChunk> | null>
  follow(cursor: string | null, signal: AbortSignal): Promise<ReadableStream<LiveChunk>>
  /** Resolves after `ms`, or early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  onConnection(state: Connection): void
}

/**
 * Reads one turn as one stream, however many connections that takes: the action's stream first, then GET segments from a cursor.
 * Chunks are passed on frame by frame (a frame ends with its cursor), so a cut connection never repeats or loses text.
 */
export class TurnTransport implements ChatTransport<LiveMessage> {
  readonly resumeStreamIsReplay = true
  outcome: Outcome = 'open'
  private hidden = false
  private segment: AbortController | null = null
  private wake: (() => void) | null = null

  constructor(private readonly deps: TransportDeps) {}

  sendMessages: ChatTransport<LiveMessage>['sendMessages'] = async ({ abortSignal }) => {
    const first = await this.deps.start?.()
    if (!first) {
      this.outcome = 'queued'
      return new ReadableStream({ start: (out) => out.close() })
    }
    return this.open(first, abortSignal)
  }

  reconnectToStream: ChatTransport<LiveMessage>['reconnectToStream'] = async ({ abortSignal }) =>
    this.open(null, abortSignal)

  /** Lets the connection go until `resume`; nothing is lost. */
  pause() {
    this.hidden = true
    this.segment?.abort()
  }
  resume() {
    this.hidden = false
    this.wake?.()
  }

  private open(first: ReadableStream<LiveChunk> | null, signal?: AbortSignal): ReadableStream<LiveChunk> {
    const closed = new AbortController()
    const stop = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal
    this.outcome = 'open'
    return new ReadableStream<LiveChunk>({
      start: (out) => {
        stop.addEventListener('abort', () => {
          this.segment?.abort()
          this.wake?.()
        })
        void this.pump(first, out, stop).finally(() => {
          if (!closed.signal.aborted) out.close()
        })
      },
      cancel: () => closed.abort(),
    })
  }

  private async pump(
    first: ReadableStream<LiveChunk> | null,
    out: ReadableStreamDefaultController<LiveChunk>,
    stop: AbortSignal,
  ) {
    const stitcher = new Stitcher(out)
    let next = first
    for (let failures = 0; !stop.aborted; ) {
      if (this.hidden && !next) await this.shown(stop)
      if (stop.aborted) return
      const before = stitcher.cursor
      const end = await this.readSegment(next, stitcher)
      next = null
      if (stop.aborted) return
      if (end === 'gone' || end === 'settled' || end === 'reset') {
        this.outcome = end
        return
      }
      if (end === 'handoff' || stitcher.cursor !== before) failures = 0
      if (end === 'lost' && !this.hidden) {
        this.deps.onConnection('lost')
        await this.deps.wait(
          Math.min(limits.interface.reconnectMs * 2 ** failures, limits.interface.maxReconnectMs),
          stop,
        )
        failures += 1
      }
    }
  }

  private async readSegment(
    given: ReadableStream<LiveChunk> | null,
    stitcher: Stitcher,
  ): Promise<SegmentEnd | 'gone'> {
    const segment = new AbortController()
    this.segment = segment
    try {
      const stream = given ?? (await this.deps.follow(stitcher.cursor, segment.signal))
      const reader = stream.getReader()
      const cancel = () => void reader.cancel().catch(() => {})
      segment.signal.addEventListener('abort', cancel)
      if (segment.signal.aborted) cancel()
      for (let first = true; ; first = false) {
        const { done, value } = await reader.read()
        if (done) return 'lost'
        const queued = value.type === 'data-control' && value.data.kind === 'queued'
        if (first || queued) this.deps.onConnection(queued ? 'waiting' : 'live')
        const end = stitcher.take(value)
        if (!end) continue
        cancel()
        return end
      }
    } catch (error) {
      return error instanceof TurnGone ? 'gone' : 'lost'
    } finally {
      stitcher.dropPartial()
      if (this.segment === segment) this.segment = null
    }
  }

  private shown(stop: AbortSignal) {
    return new Promise<void>((resolve) => {
      if (!this.hidden || stop.aborted) return resolve()
      this.wake = resolve
    })
  }
}

/** Joins segments: holds a frame until its cursor came, drops starts that were already given. */
class Stitcher {
  cursor: string | null = null
  private pending: LiveChunk[] = []
  private readonly given = new Set<string>()
  private finished = false

  constructor(private readonly out: ReadableStreamDefaultController<LiveChunk>) {}

  take(chunk: LiveChunk): SegmentEnd | null {
    if (chunk.type !== 'data-control') {
      this.pending.push(chunk)
      return null
    }
    const { data } = chunk
    if (!('cursor' in data)) {
      if (data.kind === 'settled') this.flush()
      return data.kind === 'queued' ? null : data.kind
    }
    this.flush()
    this.cursor = data.cursor
    if (this.finished) return 'settled'
    return data.kind === 'handoff' ? 'handoff' : null
  }

  dropPartial() {
    this.pending = []
  }

  private flush() {
    for (const chunk of this.pending) {
      if (chunk.type === 'start' || chunk.type === 'text-start' || chunk.type === 'reasoning-start') {
        const key = chunk.type === 'start' ? 'start' : chunk.id
        if (this.given.has(key)) continue
        this.given.add(key)
      }
      if (chunk.type === 'finish') this.finished = true
      this.out.enqueue(chunk)
    }
    this.pending = []
  }
}
