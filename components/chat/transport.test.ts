import { Chat } from '@ai-sdk/react'
import { describe, expect, it } from 'vitest'
import type { Frame, TurnEvent } from '@/lib/shared/events'
import {
  ChunkWriter,
  control,
  foldEvents,
  type LiveChunk,
  type LiveMessage,
  turnFromParts,
} from '@/lib/shared/live'
import { TurnGone } from './api'
import { aTurn } from './fixtures'
import { readLines } from './follow'
import { TurnTransport } from './transport'

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
  {
    type: 'started',
    at: '2026-01-01T00:00:00.000Z',
    thinking,
    window: { size: 5, reason: 'default', turns: [1], tokens: 10 },
  },
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

/** A server that keeps a log and serves it from a cursor; each connection is cut after so many chunks. */
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

const deps = (
  follow: (cursor: string | null, signal: AbortSignal) => Promise<ReadableStream<LiveChunk>>,
  start?: () => Promise<ReadableStream<LiveChunk> | null>,
) => ({
  follow,
  wait: async () => {},
  onConnection: () => {},
  ...(start ? { start } : {}),
})

async function shown(
  transport: Pick<TurnTransport, 'sendMessages' | 'reconnectToStream' | 'resumeStreamIsReplay'>,
  send: boolean,
) {
  const errors: Error[] = []
  const chat = new Chat<LiveMessage>({ id: 't1', transport, onError: (error) => errors.push(error) })
  await (send ? chat.sendMessage({ text: 'which colour?' }) : chat.resumeStream())
  return {
    turn: turnFromParts(
      aTurn({ id: 't1', status: 'running' }),
      chat.messages.findLast((message) => message.role === 'assistant')?.parts ?? [],
    ),
    errors,
    chat,
  }
}

const whole = foldEvents(aTurn({ id: 't1', status: 'running' }), EVENTS)
const pick = ({ status, answer, steps }: typeof whole) => ({
  status,
  answer,
  steps: steps.map((step) => [step.text, step.reasoning, step.stop]),
})

describe('TurnTransport', () => {
  it('shows the same turn wherever the connection is cut', async () => {
    const length = (
      await new Response(
        server(frames(EVENTS))
          .open()
          .pipeThrough(
            new TransformStream({
              transform: (c, out) => out.enqueue(new TextEncoder().encode(`${JSON.stringify(c)}\n`)),
            }),
          ),
      ).text()
    )
      .trim()
      .split('\n').length
    for (let cut = 0; cut <= length; cut += 1)
      for (const second of [undefined, 2, 5]) {
        const source = server(frames(EVENTS), second === undefined ? [cut] : [cut, second])
        const transport = new TurnTransport(deps(source.follow, async () => source.open()))
        const { turn, errors } = await shown(transport, true)
        expect({ cut, second, errors, ...pick(turn) }).toEqual({ cut, second, errors: [], ...pick(whole) })
        expect(transport.outcome).toBe('settled')
      }
  })

  it('notices segments joined without care (negative control)', async () => {
    const source = server(frames(EVENTS), [11])
    const careless = {
      resumeStreamIsReplay: true as const,
      reconnectToStream: async () => null,
      sendMessages: async () => {
        const parts = [source.open(), await source.follow('1:3')]
        return new ReadableStream<LiveChunk>({
          async start(out) {
            for (const part of parts)
              for await (const chunk of part as unknown as AsyncIterable<LiveChunk>) out.enqueue(chunk)
            out.close()
          },
        })
      },
    }
    const { turn } = await shown(careless, true)
    expect(pick(turn)).not.toEqual(pick(whole))
  })

  it('goes on after a handoff from its cursor, without asking for what it has', async () => {
    const source = server(frames(EVENTS))
    const writer = new ChunkWriter('t1')
    const head = frames(EVENTS)
      .slice(0, 3)
      .flatMap((frame) => writer.write(frame))
    const first = new ReadableStream<LiveChunk>({
      start(out) {
        for (const chunk of [...head, control({ kind: 'handoff', cursor: '1:3' })]) out.enqueue(chunk)
        out.close()
      },
    })
    const { turn } = await shown(new TurnTransport(deps(source.follow, async () => first)), true)
    expect(pick(turn)).toEqual(pick(whole))
    expect(source.asked).toEqual(['1:3'])
  })

  it('replays from the start after a reset, leaving nothing of the old attempt', async () => {
    const old = new ReadableStream<LiveChunk>({
      start(out) {
        const writer = new ChunkWriter('t1')
        for (const frame of frames(EVENTS).slice(0, 8))
          for (const chunk of writer.write(frame)) out.enqueue(chunk)
        out.enqueue(control({ kind: 'reset' }))
        out.close()
      },
    })
    const source = server(frames(EVENTS, 2))
    let first = true
    const transport = new TurnTransport(
      deps(async (cursor) => {
        if (!first) return source.follow(cursor)
        first = false
        return old
      }),
    )
    const { chat } = await shown(transport, false)
    expect(transport.outcome).toBe('reset')
    await chat.resumeStream()
    expect(transport.outcome).toBe('settled')
    expect(source.asked).toEqual([null])
    expect(
      pick(turnFromParts(aTurn({ id: 't1', status: 'running' }), chat.messages.at(-1)?.parts ?? [])),
    ).toEqual(pick(whole))
  })

  it('says when the turn waits in the queue, and when it is gone', async () => {
    const queued = new TurnTransport(
      deps(
        () => Promise.reject(new Error('unused')),
        async () => null,
      ),
    )
    await shown(queued, true)
    expect(queued.outcome).toBe('queued')
    const gone = new TurnTransport(deps(() => Promise.reject(new TurnGone('t1'))))
    await shown(gone, false)
    expect(gone.outcome).toBe('gone')
  })

  it('lets go of the connection while hidden and comes back for the rest', async () => {
    const source = server(frames(EVENTS))
    const asked: (string | null)[] = []
    let paused: () => void = () => {}
    const wasPaused = new Promise<void>((resolve) => {
      paused = resolve
    })
    const transport: TurnTransport = new TurnTransport(
      deps(async (cursor, signal) => {
        asked.push(cursor)
        if (cursor) return source.follow(cursor)
        const writer = new ChunkWriter('t1')
        return new ReadableStream<LiveChunk>({
          start(out) {
            for (const frame of frames(EVENTS).slice(0, 4))
              for (const chunk of writer.write(frame)) out.enqueue(chunk)
            signal.addEventListener('abort', paused)
          },
          pull: () => transport.pause(),
        })
      }),
    )
    const done = shown(transport, false)
    await wasPaused
    expect(asked).toEqual([null])
    transport.resume()
    expect(pick((await done).turn)).toEqual(pick(whole))
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
