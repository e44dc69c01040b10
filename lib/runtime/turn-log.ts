import { limits } from '@/lib/shared/limits'
import {
  type Frame,
  isDelta,
  isSameText,
  isTerminal,
  type TextEvent,
  type TurnEvent,
} from '@/lib/shared/turn/events'

/** Runs `run` once after `ms`; the returned function cancels it. */
export type Schedule = (run: () => void, ms: number) => () => void
export const timer: Schedule = (run, ms) => {
  const handle = setTimeout(run, ms)
  return () => clearTimeout(handle)
}

/** Receives frames in order; null = no more come from here (settled, or taken over by another process). */
export type Reader = (frame: Frame | null) => void

/**
 * The log of one attempt of a running turn. Deltas are coalesced for 40 ms or 512 characters, but the first
 * words of a text are sent at once. Each frame then gets its `seq`, is broadcast, and waits in `pending` to
 * be written.
 */
export class TurnLog {
  readonly frames: Frame[] = []
  private pending: Frame[] = []
  private buffer: TextEvent | null = null
  private cancel: (() => void) | null = null
  private readonly readers = new Set<Reader>()
  private abandoned = false
  private sealed = false

  constructor(
    readonly turnId: string,
    readonly attempt: number,
    private readonly schedule: Schedule,
  ) {}

  emit(event: TurnEvent) {
    if (this.closed || this.sealed) return
    if (!isDelta(event)) {
      this.flushBuffer()
      this.append(event)
      return
    }
    const open = this.buffer
    if (open && isSameText(open, event)) open.text += event.text
    else {
      this.flushBuffer()
      const last = this.frames.at(-1)?.event
      if (event.text && !(last && isSameText(last, event))) return this.append(event)
      this.buffer = { ...event }
    }
    if ((this.buffer?.text.length ?? 0) >= limits.runner.coalesceChars) this.flushBuffer()
    else this.cancel ??= this.schedule(() => this.flushBuffer(), limits.runner.coalesceMs)
  }

  get lost() {
    return this.abandoned
  }

  get closed() {
    const last = this.frames.at(-1)
    return this.abandoned || (last !== undefined && isTerminal(last.event))
  }

  flushBuffer() {
    this.cancel?.()
    this.cancel = null
    const open = this.buffer
    this.buffer = null
    if (open?.text) this.append(open)
  }

  /** The terminal frame. `settle` broadcasts it only after the commit, and no frame comes in between. */
  terminalFrame(event: TurnEvent): Frame {
    this.flushBuffer()
    this.sealed = true
    return { attempt: this.attempt, seq: this.frames.length + 1, event }
  }

  /** Broadcasts the terminal frame and closes the log. */
  settle(frame: Frame) {
    this.frames.push(frame)
    for (const reader of this.readers) reader(frame)
    this.end()
  }

  /** This process no longer runs the turn; readers must look elsewhere. */
  abandon() {
    this.abandoned = true
    this.pending = []
    this.cancel?.()
    this.end()
  }

  private end() {
    for (const reader of this.readers) reader(null)
    this.readers.clear()
  }

  /** Frames not written yet. `putBack` returns them when the write fails. */
  takePending(): Frame[] {
    const taken = this.pending
    this.pending = []
    return taken
  }

  putBack(frames: Frame[]) {
    this.pending = [...frames, ...this.pending]
  }

  get pendingChars() {
    return this.pending.reduce(
      (sum, frame) => sum + ('text' in frame.event ? frame.event.text.length : 200),
      0,
    )
  }

  /** Sends the frames after a seq now, and later ones until the returned function is called. */
  read(afterSeq: number, reader: Reader): () => void {
    for (const frame of this.frames.slice(afterSeq)) reader(frame)
    if (this.closed) reader(null)
    else this.readers.add(reader)
    return () => this.readers.delete(reader)
  }

  private append(event: TurnEvent) {
    const frame: Frame = { attempt: this.attempt, seq: this.frames.length + 1, event }
    this.frames.push(frame)
    this.pending.push(frame)
    for (const reader of this.readers) reader(frame)
  }
}
