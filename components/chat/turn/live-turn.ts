import { readUIMessageStream } from 'ai'
import { type ChatApi, TurnGone } from '@/components/chat/api'
import type { TurnDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { applyEvent } from '@/lib/shared/turn/live'
import { eventOf, type LiveChunk, type LiveMessage, type LivePart } from '@/lib/shared/turn/stream'

/** How reading a turn ended: it is over, it was deleted, or reading was stopped. */
export type FollowOutcome = 'settled' | 'gone' | 'closed'

type LiveTurnDeps = {
  api: Pick<ChatApi, 'follow'>
  wait(ms: number, signal: AbortSignal): Promise<void>
  onLost(lost: boolean): void
  /** Called with the turn as it streams, at most once per `limits.interface.liveThrottleMs`. */
  onTurn(turn: TurnDto): void
}

const apply = (turn: TurnDto, part: LivePart | undefined) => {
  const event = part && eventOf(part)
  return event ? applyEvent(turn, event) : turn
}
/** A turn that could not be saved ends without its row. */
const isOver = (part: LivePart | undefined) =>
  part?.type === 'data-turn' ||
  (part?.type === 'data-event' && part.data.type === 'failed' && part.data.error.code === 'not_saved')
/** When the attempt began that these parts belong to. */
const beginningOf = ([first]: LivePart[]) =>
  first?.type === 'data-event' && first.data.type === 'started' ? first.data.at : null
const lengthOf = (part: LivePart | undefined) => (part && 'text' in part ? part.text.length : 0)
/** Whether a replay has not caught up with what is shown. */
const isBehind = (parts: LivePart[], shown: LivePart[]) =>
  beginningOf(parts) === beginningOf(shown) &&
  (parts.length < shown.length ||
    (parts.length === shown.length && lengthOf(parts.at(-1)) < lengthOf(shown.at(-1))))

/** A running turn: each connection replays it from its beginning, so a cut one loses no text. */
export class LiveTurn {
  latest: TurnDto
  private parts: LivePart[] = []
  /** The turn after its first `done` parts, which no longer change. */
  private before: TurnDto
  private done = 0
  private timer: ReturnType<typeof setTimeout> | null = null
  private hidden = false
  private wake: (() => void) | null = null
  private connection: AbortController | null = null
  private readonly closing = new AbortController()

  constructor(
    turn: TurnDto,
    private readonly deps: LiveTurnDeps,
  ) {
    this.latest = this.before = turn
  }

  get id() {
    return this.latest.id
  }

  /** Reads to the end. `turn` = as it was stored; `first` = an open stream. */
  async read(turn: TurnDto, first: ReadableStream<LiveChunk> | null = null): Promise<FollowOutcome> {
    this.latest = this.before = turn
    const { signal } = this.closing
    for (let failures = 0, stream = first; ; stream = null) {
      if (this.hidden && !stream) await new Promise<void>((resolve) => (this.wake = resolve))
      if (signal.aborted) return 'closed'
      const { parts } = this
      const end = await this.connect(stream)
      if (signal.aborted) return 'closed'
      if (end === 'settled' || end === 'gone') return end
      const hasCaughtUp = this.parts !== parts
      if (hasCaughtUp) failures = 0
      if (end === 'paused' || (end === 'ended' && hasCaughtUp)) continue
      this.deps.onLost(true)
      const { reconnectMs, maxReconnectMs } = limits.interface
      await this.deps.wait(Math.min(reconnectMs * 2 ** failures, maxReconnectMs), signal)
      failures += 1
    }
  }

  /** Closes the connection until `resume`; nothing is lost. */
  pause() {
    this.hidden = true
    this.connection?.abort()
  }
  resume() {
    this.hidden = false
    this.wake?.()
  }

  /** Stops reading; the turn itself continues. */
  close() {
    this.closing.abort()
    this.connection?.abort()
    this.wake?.()
    if (this.timer) clearTimeout(this.timer)
  }

  private async connect(given: ReadableStream<LiveChunk> | null) {
    const connection = new AbortController()
    this.connection = connection
    const { signal } = connection
    try {
      const opened = given ?? (await this.deps.api.follow(this.id, signal))
      const stream = opened.pipeThrough(new TransformStream<LiveChunk, LiveChunk>(), { signal })
      for await (const message of readUIMessageStream<LiveMessage>({ stream, terminateOnError: true })) {
        this.deps.onLost(false)
        this.take(message.parts)
      }
    } catch (error) {
      if (error instanceof TurnGone) return 'gone'
      return signal.aborted ? 'paused' : 'lost'
    }
    if (!isOver(this.parts.at(-1))) return 'ended'
    if (this.timer) this.show()
    return 'settled'
  }

  private take(parts: LivePart[]) {
    const last = parts.at(-1)
    if (!last || (last.type !== 'data-turn' && (!eventOf(last) || isBehind(parts, this.parts)))) return
    if (beginningOf(parts) !== beginningOf(this.parts)) this.done = 0
    this.parts = parts
    this.timer ??= setTimeout(() => this.show(), limits.interface.liveThrottleMs)
  }

  private show() {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const last = this.parts.at(-1)
    for (; this.done < this.parts.length - 1; this.done += 1)
      this.before = apply(this.before, this.parts[this.done])
    this.latest = last?.type === 'data-turn' ? last.data : apply(this.before, last)
    this.deps.onTurn(this.latest)
  }
}
