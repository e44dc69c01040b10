import { describe, expect, it } from 'vitest'
import { aTurn } from '@/components/chat/testing-fixtures'
import type { TurnDto } from '@/lib/shared/dto'
import type { TurnEvent } from '@/lib/shared/turn/events'
import { foldEvents } from '@/lib/shared/turn/live'
import { chunksOf, type LiveChunk } from '@/lib/shared/turn/stream'
import { LiveTurn } from './live-turn'

const thinking = {
  enabled: true,
  preset: 'standard' as const,
  maxRounds: 5,
  tokenBudget: 10_000,
  maxRecallContexts: 3,
  maxSteps: 10,
  by: 'default' as const,
}
const started = (step: number, phase: 'think' | 'act', round: number | null): TurnEvent => ({
  type: 'step-started',
  step,
  phase,
  round,
  provider: 'p',
  model: 'm',
  sections: [],
})
const call = { id: 'call_1', index: 0, name: 'read_file', args: { path: 'a.md' }, ms: 3 }
const EVENTS: TurnEvent[] = [
  { type: 'started', at: '2026-01-01T00:00:00.000Z' },
  { type: 'classified', thinking, window: { size: 5, reason: 'default', turns: [1], tokens: 10 } },
  started(0, 'think', 1),
  { type: 'thought-delta', step: 0, text: 'I need ' },
  { type: 'thought-delta', step: 0, text: 'turn 3.' },
  { type: 'tool', step: 0, call: { ...call, ok: true, result: 'Text of the file.' } },
  { type: 'tool', step: 0, call: { ...call, index: 1, ok: false, result: 'There is no such file.' } },
  { type: 'decision', step: 0, decision: { continueThinking: false, reason: 'enough' }, stop: 'enough' },
  started(1, 'act', null),
  { type: 'answer-delta', step: 1, text: 'hm ' },
  { type: 'retracted', step: 1, chars: 0 },
  { type: 'reasoning-delta', step: 1, text: 'really ' },
  { type: 'answer-delta', step: 1, text: 'It was ' },
  { type: 'reasoning-delta', step: 1, text: 'yes' },
  { type: 'answer-delta', step: 1, text: 'blue.' },
  { type: 'completed', at: '2026-01-01T00:00:04.000Z' },
]
const running = aTurn({ id: 't1', status: 'running' })
const row: TurnDto = { ...foldEvents(running, EVENTS), branchId: 'only the row has this' }
const notSaved: TurnEvent = {
  type: 'failed',
  at: '2026-01-01T00:00:04.000Z',
  error: { code: 'not_saved', message: 'The answer could not be saved.' },
}
const unsaved = [...EVENTS.slice(0, -1), notSaved]
const laterAttempt = unsaved.map((event) =>
  event.type === 'started' ? { ...event, at: '2026-01-01T00:01:00.000Z' } : event,
)

/** `stored` follows an answer that was completed. */
async function chunks(events: TurnEvent[], stored = row): Promise<LiveChunk[]> {
  const all: LiveChunk[] = []
  const source = (async function* () {
    yield* events
  })()
  for await (const chunk of chunksOf('t1', source)) all.push(chunk)
  return events.at(-1)?.type === 'completed' ? [...all, { type: 'data-turn', data: stored }] : all
}
/** A connection that is lost after these chunks, or ends. */
function streamOf(sent: LiveChunk[], lost = false) {
  const left = [...sent]
  return new ReadableStream<LiveChunk>({
    pull(out) {
      const next = left.shift()
      if (next) out.enqueue(next)
      else if (lost) out.error(new Error('connection lost'))
      else out.close()
    },
  })
}

type Follow = (signal: AbortSignal) => Promise<ReadableStream<LiveChunk>>
function liveTurn(follow: Follow) {
  const shown: TurnDto[] = []
  const lost: boolean[] = []
  const live = new LiveTurn(running, {
    api: { follow: (_, signal) => follow(signal) },
    wait: async () => {},
    onLost: (is) => lost.push(is),
    onTurn: (turn) => shown.push(turn),
  })
  return { live, shown, lost }
}
const whole = async () => streamOf(await chunks(EVENTS))

describe('LiveTurn', () => {
  it('shows what a fold of the events gives, and ends with the stored turn', async () => {
    const saved = liveTurn(whole)
    expect(await saved.live.read(running)).toBe('settled')
    expect(saved.live.latest).toEqual(row)
    const notStored = liveTurn(async () => streamOf(await chunks(unsaved)))
    expect(await notStored.live.read(running)).toBe('settled')
    expect(notStored.live.latest).toEqual(foldEvents(running, unsaved))
  })

  it('shows the same turn wherever the connection is cut or ends, and never less than before', async () => {
    const all = await chunks(EVENTS)
    for (let cut = 0; cut < all.length; cut += 1)
      for (const isLost of [true, false]) {
        const { live, shown, lost } = liveTurn(whole)
        expect(await live.read(running, streamOf(all.slice(0, cut), isLost))).toBe('settled')
        expect(live.latest).toEqual(row)
        expect(shown.at(-1)).toBe(live.latest)
        expect(lost.at(-1)).toBe(false)
        const lengths = shown.map((turn) => JSON.stringify(turn.steps).length)
        expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
      }
  })

  it('shows another attempt from its beginning, leaving nothing of the old one', async () => {
    const old = await chunks(EVENTS.slice(0, 8))
    const { live } = liveTurn(async () => streamOf(await chunks(laterAttempt)))
    expect(await live.read(running, streamOf(old))).toBe('settled')
    expect(live.latest).toEqual(foldEvents(running, laterAttempt))
  })

  it('lets go of the connection while hidden, without calling it lost, and comes back', async () => {
    const head = await chunks(EVENTS.slice(0, 5))
    const connections: AbortSignal[] = []
    const { live, lost } = liveTurn(async (signal) => {
      connections.push(signal)
      if (connections.length > 1) return whole()
      return new ReadableStream<LiveChunk>({
        start(out) {
          for (const chunk of head) out.enqueue(chunk)
        },
      })
    })
    const done = live.read(running)
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    live.pause()
    expect(connections.map((signal) => signal.aborted)).toEqual([true])
    live.resume()
    expect(await done).toBe('settled')
    expect([live.latest, connections.length, lost.includes(true)]).toEqual([row, 2, false])
  })
})
