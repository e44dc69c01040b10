import { countTokens } from '@/lib/model/tokens'
import { callStartTurn, follow, type Person } from '../http/action'
import { messageFor, type Options, type Played, Watch } from './watch'

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
