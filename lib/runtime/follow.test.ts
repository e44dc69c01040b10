import { readUIMessageStream } from 'ai'
import { describe, expect, it } from 'vitest'
import { answer, byHand, type Hands, otherProcess, PLAIN, until } from '@/lib/agent/testing-hands'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { retryTurn, startTurn } from '@/lib/services/turns/turns'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { isTerminal } from '@/lib/shared/turn/events'
import type { LiveChunk, LiveMessage, LivePart } from '@/lib/shared/turn/stream'
import { turnStream } from './follow'
import { Tabs } from './tabs'

const CUTS = 20
const open = () => new AbortController().signal

/** What the stream shows: the message after every chunk, as any reader of the AI SDK sees it. */
const messagesOf = (stream: ReadableStream<LiveChunk>) =>
  readUIMessageStream<LiveMessage>({ stream, terminateOnError: true })
async function partsOf(stream: ReadableStream<LiveChunk>): Promise<LivePart[]> {
  let parts: LivePart[] = []
  for await (const message of messagesOf(stream)) parts = message.parts
  return parts
}
const textOf = (parts: LivePart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
const follow = (h: Hands, turnId: string, signal = open()) => turnStream(h.follow, h.ownerId, turnId, signal)

/** Follows a turn, loses the connection after `cut` changes, and follows it again. */
async function inTwo(h: Hands, turnId: string, cut: number, onBack: () => void): Promise<LivePart[]> {
  const lost = new AbortController()
  let seen = 0
  for await (const _ of messagesOf(follow(h, turnId, lost.signal))) if (++seen === cut) break
  lost.abort()
  onBack()
  return partsOf(follow(h, turnId))
}

/** One turn of at least 30 frames, followed by one reader without a cut and by `CUTS` readers of `reader`. */
async function followed(a: Hands, reader: Hands) {
  const turn = await a.send('c', 'Tell me a long story.')
  const whole = partsOf(follow(a, turn.id))
  let back = 0
  const readers = Array.from({ length: CUTS }, (_, i) => inTwo(reader, turn.id, i + 1, () => back++))
  const shown = async (run: () => void) => {
    run()
    a.runner.entry(turn.id)?.log.flushBuffer()
    await a.runner.flush()
    await breath()
  }
  const thinking = await a.model.next()
  for (let i = 0; i < 8; i++) await shown(() => thinking.say(`thought ${i} `))
  thinking.end({
    calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }],
  })
  const writing = await a.model.next()
  for (let i = 0; i < 24; i++) await shown(() => writing.say(`word ${i} `))
  await until('every reader has come back', () => back === CUTS)
  writing.end()
  await a.runner.settled(turn.id)
  return { turn, whole: await whole, parts: await Promise.all(readers) }
}

describe('following a turn', () => {
  it('shows the same at 20 cut points, where it runs', async () => {
    const a = await byHand()
    const { whole, parts } = await followed(a, a)
    expect(textOf(whole)).toBe(Array.from({ length: 24 }, (_, i) => `word ${i} `).join(''))
    for (const part of parts) expect(part).toEqual(whole)
    await a.close()
  })

  it('shows the same at 20 cut points in another process, and ends with the stored turn', async () => {
    const a = await byHand()
    const b = await otherProcess(a, 'b')
    const { turn, whole, parts } = await followed(a, b)
    for (const part of parts) expect(part).toEqual(whole)
    const [dto] = await turnDtos(b.db, b.ownerId, [await b.turn(turn.id)])
    expect(whole.at(-1)).toEqual({ type: 'data-turn', data: dto })
    expect(await partsOf(follow(b, turn.id))).toEqual([whole.at(-1)])
    expect(dto?.answer).toBe(textOf(whole).trim())
    for (const h of [a, b]) await h.close()
  })

  it('ends without the turn when another attempt begins, which a new stream shows from its beginning', async () => {
    const a = await byHand()
    const b = await otherProcess(a, 'b')
    const turn = await a.send('c', 'Tell me.', PLAIN)
    const call = await a.model.next()
    call.say('Old ')
    await a.runner.flush()
    const ended = [a, b].map((h) => partsOf(follow(h, turn.id)))
    call.end({ error: { code: 'provider_cut', message: 'Cut.' } })
    await a.runner.settled(turn.id)
    await retryTurn(a.caller, turn.id)
    for (const parts of await Promise.all(ended)) {
      const last = parts.at(-1)
      expect(textOf(parts)).toBe('Old ')
      expect(last?.type === 'data-turn' || (last?.type === 'data-event' && isTerminal(last.data))).toBe(true)
    }
    const again = [a, b].map((h) => partsOf(follow(h, turn.id)))
    await answer(a, 'New')
    for (const parts of await Promise.all(again)) {
      expect(parts.at(-1)).toMatchObject({ type: 'data-turn', data: { answer: 'New', attempt: 2 } })
      expect(textOf(parts)).not.toContain('Old')
    }
    for (const h of [a, b]) await h.close()
  })

  it('waits while a message waits, then shows it', async () => {
    const a = await byHand()
    await a.send('c', 'one', PLAIN)
    const waiting = await a.send('c', 'two', PLAIN)
    const seen = partsOf(follow(a, waiting.id))
    for (let i = 0; i < 10; i++) await breath()
    await answer(a, '1')
    await answer(a, '2')
    expect((await seen).at(-1)).toMatchObject({ type: 'data-turn', data: { answer: '2' } })
    await until('A is idle', () => a.runner.active === 0)
    await a.close()
  })

  it('gives nothing of another user’s turn, and ends when the reader goes', async () => {
    const a = await byHand()
    const turn = await a.send('c', 'one', PLAIN)
    expect(await partsOf(turnStream(a.follow, 'eve', turn.id, open()))).toEqual([])
    const gone = new AbortController()
    const parts = partsOf(follow(a, turn.id, gone.signal))
    gone.abort()
    expect((await parts).some((part) => part.type === 'data-turn')).toBe(false)
    await answer(a, '1')
    await a.runner.settled(turn.id)
    await a.close()
  })
})

describe('the stream of a server action', () => {
  it('ends after a while, or when the same tab opens another one; the turn goes on', async () => {
    const a = await byHand()
    const timers: (() => void)[] = []
    a.caller.tabs = new Tabs((run, ms) => {
      expect(ms).toBe(limits.runner.actionStreamMs)
      timers.push(run)
      return () => {}
    })
    const start = async (n: number) => {
      const ids = { conversationId: `c${n}`, turnId: `t${n}`, clientMessageId: `m${n}`, tabId: 'tab' }
      const { stream } = await startTurn(a.caller, { ...ids, text: 'Hello', options: PLAIN, uploadIds: [] })
      return partsOf(stream as ReadableStream<LiveChunk>)
    }
    const one = start(1)
    await a.model.next().then((call) => call.say('First '))
    const two = start(2)
    expect((await one).some((part) => part.type === 'data-turn')).toBe(false)
    const call = await a.model.next()
    call.say('Second ')
    for (let i = 0; i < 5; i++) await breath()
    timers[1]?.()
    expect(textOf(await two)).toBe('Second ')
    const rest = partsOf(follow(a, 't2'))
    call.say('half.').end()
    expect(textOf(await rest)).toBe('Second half.')
    await a.runner.stop(a.ownerId, 't1')
    await until('A is idle', () => a.runner.active === 0)
    await a.close()
  })
})
