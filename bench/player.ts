import { countTokens } from '@/lib/model/tokens'
import type { StartTurnInput, TurnOptions } from '@/lib/shared/schemas'
import type { LiveChunk } from '@/lib/shared/turn/stream'
import { callStartTurn, follow, type Person } from './server'

/**
 * Milliseconds since the message was sent: `ack` = stored; `firstEvent` = first chunk; `firstText` = the
 * model's first word; `total` = end of the stream, which in Mneme follows the commit.
 */
export type Played = {
  ack: number
  firstEvent: number
  firstText: number
  total: number
  status: string
  answer: string
  promptTokens: number
}
export type Options = TurnOptions

let made = 0
const id = (prefix: string) => `${prefix}_${process.pid}_${Date.now().toString(36)}_${++made}`
export const newConversationId = () => id('conv')

export function messageFor(conversationId: string, text: string, options: Options): StartTurnInput {
  return { conversationId, turnId: id('turn'), clientMessageId: id('cm'), text, options, uploadIds: [] }
}

/** Records the content and time of a turn's chunks. */
export class Watch {
  readonly #began = performance.now()
  readonly played: Played = {
    ack: 0,
    firstEvent: 0,
    firstText: 0,
    total: 0,
    status: 'cut',
    answer: '',
    promptTokens: 0,
  }
  /** The stored turn arrived, so there is nothing left to follow. */
  isOver = false
  /** The turn finished before it could be followed, so only its rows arrived. */
  alreadyOver = false

  now = () => performance.now() - this.#began

  acknowledged() {
    this.played.ack = this.now()
  }

  see(chunk: LiveChunk) {
    const at = this.now()
    this.played.firstEvent ||= at
    // Each connection replays the turn from its beginning.
    if (chunk.type === 'start') this.played.answer = ''
    if (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta') this.played.firstText ||= at
    if (chunk.type === 'text-delta') this.played.answer += chunk.delta
    if (chunk.type === 'data-turn') {
      this.isOver = true
      this.alreadyOver = this.played.status === 'cut'
      if (this.alreadyOver) {
        this.played.status = chunk.data.status
        this.played.answer = chunk.data.answer
      }
    }
    if (chunk.type !== 'data-event') return
    const event = chunk.data
    if (event.type === 'step-started')
      this.played.promptTokens = event.sections.reduce((sum, section) => sum + section.tokens, 0)
    if (
      event.type === 'completed' ||
      event.type === 'stopped' ||
      event.type === 'failed' ||
      event.type === 'interrupted'
    )
      this.played.status = event.type
  }

  end(): Played {
    this.played.total = this.now()
    return this.played
  }
}

/** Sends a message and reads its stream to the end. */
export type Player = (conversationId: string, text: string, options: Options) => Promise<Played>
const TURN_MS = 120_000

/**
 * Through the server action of a running server, then its route like a browser. `stored` is called once
 * a turn is stored.
 */
export const overHttp =
  (person: Person, stored?: (turnId: string) => void): Player =>
  async (conversationId, text, options) => {
    const input = messageFor(conversationId, text, options)
    const signal = AbortSignal.timeout(TURN_MS)
    const watch = new Watch()
    for await (const part of callStartTurn(person, input, signal)) {
      if ('started' in part) {
        watch.acknowledged()
        stored?.(input.turnId)
      } else watch.see(part.chunk)
    }
    if (!watch.isOver) for await (const chunk of follow(person, input.turnId, signal)) watch.see(chunk)
    return watch.end()
  }

/** Through the bare route, whose stream ends with the model's. */
export const bare =
  (url: string): Player =>
  async (_, text) => {
    const watch = new Watch()
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    watch.acknowledged()
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of response.body ?? []) {
      const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: {')) watch.see(JSON.parse(event.slice('data: '.length)))
    }
    const played = watch.end()
    return { ...played, status: played.answer ? 'completed' : 'failed', promptTokens: countTokens(text) }
  }
