import { type ChatApi, TurnGone } from '@/components/chat/api'
import type { TurnDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { isTerminal, type TurnEvent } from '@/lib/shared/turn/events'
import { eventOf, foldEvents, type LiveChunk } from '@/lib/shared/turn/live'

export type Connection = 'live' | 'waiting' | 'lost'
/** How reading a turn ended: its rows have the rest, it is deleted, it is queued, or reading was stopped. */
export type Outcome = 'settled' | 'gone' | 'queued' | 'closed'
type SegmentEnd = 'settled' | 'reset' | 'handoff' | 'lost' | 'gone'
type Segment = ReadableStream<LiveChunk>

type LiveTurnDeps = {
  api: Pick<ChatApi, 'follow'>
  /** Resolves after `ms`, or early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  onConnection(state: Connection): void
  /** Called with the turn as it streams, at most once per `limits.interface.liveThrottleMs`. */
  onTurn(turn: TurnDto): void
}

/**
 * One running turn as this tab reads it. Its events are folded straight into the turn on screen. It takes as
 * many connections as needed, first the action's stream, then GET segments from a cursor. Events count only
 * once their frame's cursor has arrived, so a cut connection neither repeats nor loses text.
 */
export class LiveTurn {
  latest: TurnDto
  /** The turn's rows are loaded, so further stream content is outdated. */
  settled = false
  private cursor: string | null = null
  private frame: TurnEvent[] = []
  private unshown: TurnEvent[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private hidden = false
  private wake: (() => void) | null = null
  private segment: AbortController | null = null
  private readonly closing = new AbortController()

  /** `base` = the turn when its stream began. */
  constructor(
    private base: TurnDto,
    private readonly deps: LiveTurnDeps,
  ) {
    this.latest = base
  }

  get id() {
    return this.base.id
  }
  /** Starts over from the accepted message. */
  rebase(turn: TurnDto) {
    this.base = this.latest = turn
  }

  /** Reads to the end. `first` = an open stream; null = from the beginning. */
  async read(first: Segment | null = null): Promise<Outcome> {
    const { signal } = this.closing
    let next = first
    for (let failures = 0; !signal.aborted; ) {
      if (this.hidden && !next) await new Promise<void>((resolve) => (this.wake = resolve))
      if (signal.aborted) break
      const before = this.cursor
      const end = await this.readSegment(next)
      next = null
      if (signal.aborted) break
      if (end === 'settled' || end === 'gone') {
        this.show()
        return end
      }
      if (end === 'reset') this.reset()
      if (end === 'handoff' || this.cursor !== before) failures = 0
      if (end !== 'lost' || this.hidden) continue
      this.deps.onConnection('lost')
      const { reconnectMs, maxReconnectMs } = limits.interface
      await this.deps.wait(Math.min(reconnectMs * 2 ** failures, maxReconnectMs), signal)
      failures += 1
    }
    return 'closed'
  }

  /** Closes the connection until `resume`; nothing is lost. */
  pause() {
    this.hidden = true
    this.segment?.abort()
  }
  resume() {
    this.hidden = false
    this.wake?.()
  }

  /** Stops reading; the turn itself continues. */
  close() {
    this.closing.abort()
    this.segment?.abort()
    this.wake?.()
    if (this.timer) clearTimeout(this.timer)
  }

  private async readSegment(given: Segment | null): Promise<SegmentEnd> {
    const segment = new AbortController()
    this.segment = segment
    this.frame = []
    try {
      const stream = given ?? (await this.deps.api.follow(this.id, this.cursor, segment.signal))
      const reader = stream.getReader()
      const cancel = () => void reader.cancel().catch(() => {})
      segment.signal.addEventListener('abort', cancel)
      if (segment.signal.aborted) cancel()
      for (let first = true; ; first = false) {
        const { done, value } = await reader.read()
        if (done) return 'lost'
        const queued = value.type === 'data-control' && value.data.kind === 'queued'
        if (first || queued) this.deps.onConnection(queued ? 'waiting' : 'live')
        const end = this.take(value)
        if (!end) continue
        cancel()
        return end
      }
    } catch (error) {
      return error instanceof TurnGone ? 'gone' : 'lost'
    } finally {
      if (this.segment === segment) this.segment = null
    }
  }

  private take(chunk: LiveChunk): SegmentEnd | null {
    if (chunk.type !== 'data-control') {
      const event = eventOf(chunk)
      if (event) this.frame.push(event)
      return null
    }
    const { data } = chunk
    if (data.kind === 'queued' || data.kind === 'reset') return data.kind === 'reset' ? 'reset' : null
    const events = this.frame
    this.frame = []
    for (const event of events) this.unshown.push(event)
    if (!('cursor' in data) || events.some(isTerminal)) return 'settled'
    this.cursor = data.cursor
    this.timer ??= setTimeout(() => this.show(), limits.interface.liveThrottleMs)
    return data.kind === 'handoff' ? 'handoff' : null
  }

  private reset() {
    this.cursor = null
    this.unshown = []
    this.latest = this.base
  }

  private show() {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.unshown.length === 0) return
    this.latest = foldEvents(this.latest, this.unshown)
    this.unshown = []
    this.deps.onTurn(this.latest)
  }
}
