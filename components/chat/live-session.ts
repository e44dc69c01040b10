import { Chat } from '@ai-sdk/react'
import type { TurnDto } from '@/lib/shared/dto'
import type { LiveChunk, LiveMessage } from '@/lib/shared/live'
import type { ChatApi } from './api'
import { type Connection, type Outcome, TurnTransport } from './transport'

export type SessionDeps = {
  api: Pick<ChatApi, 'follow'>
  wait(ms: number, signal: AbortSignal): Promise<void>
  onConnection(state: Connection): void
}

/** One running turn as this tab reads it: an AI SDK chat of its own, whose parts become the turn. */
export class LiveSession {
  readonly chat: Chat<LiveMessage>
  private readonly transport: TurnTransport
  /** The turn as its stream has told it so far. */
  latest: TurnDto
  /** The turn's rows were loaded; what the stream still says is old. */
  settled = false
  private closed = false

  /** `base` = the turn as it was when the stream began; its events are folded onto it. */
  constructor(
    public base: TurnDto,
    deps: SessionDeps,
    start?: () => Promise<ReadableStream<LiveChunk> | null>,
  ) {
    this.latest = base
    this.transport = new TurnTransport({
      follow: (cursor, signal) => deps.api.follow(base.id, cursor, signal),
      wait: deps.wait,
      onConnection: deps.onConnection,
      ...(start ? { start } : {}),
    })
    this.chat = new Chat<LiveMessage>({ id: base.id, transport: this.transport })
  }

  /** Sends the message and reads to the end. */
  async send(text: string): Promise<Outcome> {
    await this.chat.sendMessage({ text })
    return this.afterReset()
  }

  /** Reads a turn that runs already, from its beginning. */
  async follow(): Promise<Outcome> {
    await this.chat.resumeStream()
    return this.afterReset()
  }

  pause = () => this.transport.pause()
  resume = () => this.transport.resume()

  /** Stops reading; the turn itself goes on. */
  close() {
    this.closed = true
    void this.chat.stop()
  }

  private async afterReset(): Promise<Outcome> {
    while (this.transport.outcome === 'reset' && !this.closed) await this.chat.resumeStream()
    return this.closed ? 'open' : this.transport.outcome
  }
}
