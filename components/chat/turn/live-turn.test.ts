import { describe, expect, it } from 'vitest'
import { TurnGone } from '@/components/chat/api'
import { aTurn } from '@/components/chat/testing-fixtures'
import type { TurnDto } from '@/lib/shared/dto'
import type { Frame, TurnEvent } from '@/lib/shared/turn/events'
import { ChunkWriter, control, eventOf, foldEvents, type LiveChunk } from '@/lib/shared/turn/live'
import { readLines } from './follow'
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
const EVENTS: TurnEvent[] = [
  { type: 'started', at: '2026-01-01T00:00:00.000Z' },
  { type: 'classified', thinking, window: { size: 5, reason: 'default', turns: [1], tokens: 10 } },
  started(0, 'think', 1),
  { type: 'thought-delta', step: 0, text: 'I need ' },
  { type: 'thought-delta', step: 0, text: 'turn 3.' },
  { type: 'decision', step: 0, decision: { continueThinking: false, reason: 'enough' }, stop: 'enough' },
  started(1, 'act', null),
  { type: 'reasoning-delta', step: 1, text: 'hm ' },
  { type: 'answer-delta', step: 1, text: 'It was ' },
  { type: 'reasoning-delta', step: 1, text: 'yes' },
  { type: 'answer-delta', step: 1, text: 'blue.' },
  { type: 'completed', at: '2026-01-01T00:00:04.000Z' },
]
const frames = (events: TurnEvent[], attempt = 1): Frame[] =>
  events.map((event, index) => ({ attempt, seq: index + 1, event }))

/** A server that serves a log from a cursor and cuts each connection after a number of chunks. */
function server(log: Frame[], cuts: number[] = []) {
  const asked: (string | null)[] = []
  const segment = (after: string | null): LiveChunk[] => {
    const writer = new ChunkWriter('t1')
    const seq = after ? Number(after.split(':')[1]) : 0
    return [
      ...log.filter((frame) => frame.seq > seq).flatMap((frame) => writer.write(frame)),
      control({ kind: 'settled' }),
    ]
  }
  const stream = (chunks: LiveChunk[]) =>
    new ReadableStream<LiveChunk>({
      start(out) {
        const cut = cuts.shift()
        for (const chunk of cut === undefined ? chunks : chunks.slice(0, cut)) out.enqueue(chunk)
        out.close()
      },
    })
  return {
    asked,
    open: () => stream(segment(null)),
    follow: async (cursor: string | null) => {
      asked.push(cursor)
      return stream(segment(cursor))
    },
  }
}

type Follow = (cursor: string | null, signal: AbortSignal) => Promise<ReadableStream<LiveChunk>>
function liveTurn(follow: Follow) {
  const shown: TurnDto[] = []
  const live = new LiveTurn(aTurn({ id: 't1', status: 'running' }), {
    api: { follow: (_, cursor, signal) => follow(cursor, signal) },
    wait: async () => {},
    onConnection: () => {},
    onTurn: (turn) => shown.push(turn),
  })
  return { live, shown }
}
const streamOf = (chunks: LiveChunk[]) =>
  new ReadableStream<LiveChunk>({
    start(out) {
      for (const chunk of chunks) out.enqueue(chunk)
      out.close()
    },
  })

const whole = foldEvents(aTurn({ id: 't1', status: 'running' }), EVENTS)
const pick = ({ status, answer, steps }: typeof whole) => ({
  status,
  answer,
  steps: steps.map((step) => [step.text, step.reasoning, step.stop]),
})

describe('LiveTurn', () => {
  it('shows the same turn wherever the connection is cut', async () => {
    let length = 0
    for await (const _ of server(frames(EVENTS)).open() as unknown as AsyncIterable<LiveChunk>) length += 1
    for (let cut = 0; cut <= length; cut += 1)
      for (const second of [undefined, 2, 5]) {
        const source = server(frames(EVENTS), second === undefined ? [cut] : [cut, second])
        const { live, shown } = liveTurn(source.follow)
        expect(await live.read(source.open())).toBe('settled')
        expect({ cut, second, ...pick(live.latest) }).toEqual({ cut, second, ...pick(whole) })
        expect(shown.at(-1)).toBe(live.latest)
      }
  })

  it('notices segments joined without care (negative control)', async () => {
    const careless: TurnEvent[] = []
    const source = server(frames(EVENTS), [11])
    for (const part of [source.open(), await source.follow('1:3')])
      for await (const chunk of part as unknown as AsyncIterable<LiveChunk>) {
        const event = eventOf(chunk)
        if (event) careless.push(event)
      }
    expect(pick(foldEvents(aTurn({ id: 't1', status: 'running' }), careless))).not.toEqual(pick(whole))
  })

  it('goes on after a handoff from its cursor, without asking for what it has', async () => {
    const source = server(frames(EVENTS))
    const writer = new ChunkWriter('t1')
    const head = frames(EVENTS)
      .slice(0, 3)
      .flatMap((frame) => writer.write(frame))
    const { live } = liveTurn(source.follow)
    await live.read(streamOf([...head, control({ kind: 'handoff', cursor: '1:3' })]))
    expect(pick(live.latest)).toEqual(pick(whole))
    expect(source.asked).toEqual(['1:3'])
  })

  it('replays from the start after a reset, leaving nothing of the old attempt', async () => {
    const writer = new ChunkWriter('t1')
    const old = frames(EVENTS)
      .slice(0, 8)
      .flatMap((frame) => writer.write(frame))
    const source = server(frames(EVENTS, 2))
    const { live } = liveTurn(source.follow)
    expect(await live.read(streamOf([...old, control({ kind: 'reset' })]))).toBe('settled')
    expect(source.asked).toEqual([null])
    expect(pick(live.latest)).toEqual(pick(whole))
  })

  it('says when the turn is gone, and reads nothing once it is closed', async () => {
    const missing = liveTurn(() => Promise.reject(new TurnGone('t1')))
    expect(await missing.live.read()).toBe('gone')
    const source = server(frames(EVENTS))
    const { live, shown } = liveTurn(source.follow)
    live.close()
    expect(await live.read()).toBe('closed')
    expect([source.asked, shown]).toEqual([[], []])
  })

  it('lets go of the connection while hidden and comes back for the rest', async () => {
    const source = server(frames(EVENTS))
    const asked: (string | null)[] = []
    let paused: () => void = () => {}
    const wasPaused = new Promise<void>((resolve) => {
      paused = resolve
    })
    const { live } = liveTurn(async (cursor, signal) => {
      asked.push(cursor)
      if (cursor) return source.follow(cursor)
      const writer = new ChunkWriter('t1')
      return new ReadableStream<LiveChunk>({
        start(out) {
          for (const frame of frames(EVENTS).slice(0, 4))
            for (const chunk of writer.write(frame)) out.enqueue(chunk)
          signal.addEventListener('abort', paused)
        },
        pull: () => live.pause(),
      })
    })
    const done = live.read()
    await wasPaused
    expect(asked).toEqual([null])
    live.resume()
    await done
    expect(pick(live.latest)).toEqual(pick(whole))
    expect(asked).toEqual([null, '1:4'])
  })
})

describe('readLines', () => {
  it('reads values however the bytes are cut', async () => {
    const bytes = new TextEncoder().encode('{"a":"ä"}\n\n{"b":2}\n')
    for (let size = 1; size <= bytes.length; size += 1) {
      const source = new ReadableStream<Uint8Array>({
        start(out) {
          for (let at = 0; at < bytes.length; at += size) out.enqueue(bytes.slice(at, at + size))
          out.close()
        },
      })
      const values: unknown[] = []
      for await (const value of readLines(source) as unknown as AsyncIterable<unknown>) values.push(value)
      expect(values).toEqual([{ a: 'ä' }, { b: 2 }])
    }
  })
})
