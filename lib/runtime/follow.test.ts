import { describe, expect, it } from 'vitest'
import { answer, byHand, type Hands, otherProcess, PLAIN, soon, until } from '@/lib/agent/testing-hands'
import { breath } from '@/lib/base/breath'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { retryTurn, startTurn } from '@/lib/services/turns/turns'
import { isTerminal } from '@/lib/shared/turn/events'
import type { LiveChunk } from '@/lib/shared/turn/live'
import { actionStream, type Follow, followTurn } from './follow'
import type { Schedule } from './turn-log'

const CUTS = 20
const open = () => new AbortController().signal
const cursorOf = (chunk: LiveChunk) =>
  chunk.type === 'data-control' && chunk.data.kind === 'cursor' ? chunk.data.cursor : null
const kindOf = (chunk: LiveChunk | undefined) =>
  chunk?.type === 'data-control' ? chunk.data.kind : chunk?.type

async function all(chunks: AsyncIterable<LiveChunk>): Promise<LiveChunk[]> {
  const seen: LiveChunk[] = []
  for await (const chunk of chunks) seen.push(chunk)
  return seen
}

/** What a page shows after several segments. Repeated openings of a part are dropped, as the page does. */
function stitch(segments: LiveChunk[][]): LiveChunk[] {
  const opened = new Set<string>()
  return segments.flat().filter((chunk) => {
    const key =
      chunk.type === 'start'
        ? 'start'
        : chunk.type === 'text-start' || chunk.type === 'reasoning-start'
          ? chunk.id
          : null
    if (key === null) return true
    if (opened.has(key)) return false
    opened.add(key)
    return true
  })
}
/** Everything streamed of the turn before its end. */
const body = (chunks: LiveChunk[]) => {
  const end = chunks.findIndex(
    (chunk) => (chunk.type === 'data-event' && isTerminal(chunk.data)) || kindOf(chunk) === 'settled',
  )
  return chunks.slice(0, end).filter((chunk) => chunk.type !== 'text-end' && chunk.type !== 'reasoning-end')
}

type Progress = { again: number; seq: number }
/** Follows a turn, loses the connection after frame `cut`, and continues from the last cursor. */
async function inTwo(
  deps: Follow,
  ownerId: string,
  turnId: string,
  cut: number,
  progress: Progress,
  forget = false,
): Promise<LiveChunk[]> {
  const lost = new AbortController()
  const first: LiveChunk[] = []
  let cursor: string | null = null
  for await (const chunk of followTurn(deps, ownerId, turnId, null, lost.signal)) {
    first.push(chunk)
    cursor = cursorOf(chunk) ?? cursor
    if (cursor === `1:${cut}`) break
  }
  lost.abort()
  progress.again += 1
  const second: LiveChunk[] = []
  for await (const chunk of followTurn(deps, ownerId, turnId, forget ? null : cursor, open())) {
    second.push(chunk)
    progress.seq = Math.max(progress.seq, Number(cursorOf(chunk)?.split(':')[1] ?? 0))
  }
  return stitch([first, second])
}

/** One turn of at least 30 frames, followed by one reader without a cut and by `cuts` readers of `reader`. */
async function followed(a: Hands, reader: Hands, cuts: number[], forget = false) {
  const turn = await a.send('c', 'Tell me a long story.')
  const whole = all(followTurn(a.follow, a.ownerId, turn.id, null, open()))
  const progress = cuts.map(() => ({ again: 0, seq: 0 }))
  const readers = cuts.map((cut, i) =>
    inTwo(reader.follow, a.ownerId, turn.id, cut, progress[i] as Progress, forget),
  )
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
  const last = a.framesOf(turn.id).length
  await until('every reader has come back and read on', () =>
    progress.every((one) => one.again === 1 && one.seq >= last),
  )
  writing.end()
  await a.runner.settled(turn.id)
  return { turn, whole: await whole, parts: await Promise.all(readers), last }
}

const everyCut = Array.from({ length: CUTS }, (_, i) => i + 1)

describe('following a turn', () => {
  it('gives the same chunks at 20 cut points, where it runs', async () => {
    const a = await byHand()
    const { whole, parts, last } = await followed(a, a, everyCut)
    expect(last).toBeGreaterThan(CUTS)
    expect(kindOf(whole.at(-1))).toBe('cursor')
    for (const part of parts) expect(part).toEqual(whole)
    await a.close()
  })

  it('gives the same chunks at 20 cut points in another process, through the event log', async () => {
    const a = await byHand()
    const b = await otherProcess(a, 'b')
    const { turn, whole, parts } = await followed(a, b, everyCut)
    for (const part of parts) expect(body(part)).toEqual(body(whole))
    const [dto] = await turnDtos(b.db, b.ownerId, [await b.turn(turn.id)])
    const text = (chunks: LiveChunk[]) =>
      chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? chunk.delta : [])).join('')
    expect(dto?.answer).toBe(text(whole).trim())
    for (const h of [a, b]) await h.close()
  })

  it('would repeat text if the cursor were forgotten (control)', async () => {
    const a = await byHand()
    const { whole, parts } = await followed(a, a, [5, 12], true)
    for (const part of parts) expect(part).not.toEqual(whole)
    await a.close()
  })

  it('starts over with `reset` when the attempt is another one', async () => {
    const a = await byHand()
    const turn = await a.send('c', 'Tell me.', PLAIN)
    ;(await a.model.next()).say('Old ').end({ error: { code: 'provider_cut', message: 'Cut.' } })
    await a.runner.settled(turn.id)
    await retryTurn(a.caller, turn.id)
    const call = await a.model.next()
    call.say('New')
    const b = await otherProcess(a, 'b')
    a.runner.entry(turn.id)?.log.flushBuffer()
    await a.runner.flush()
    for (const { follow } of [a, b]) {
      const chunks = followTurn(follow, a.ownerId, turn.id, '1:2', open())
      const seen = [await chunks.next(), await chunks.next(), await chunks.next(), await chunks.next()].map(
        ({ value }) => value as LiveChunk,
      )
      expect([kindOf(seen[0]), seen[1]?.type, cursorOf(seen[3] as LiveChunk)]).toEqual([
        'reset',
        'start',
        '2:1',
      ])
    }
    call.end()
    await a.runner.settled(turn.id)
    for (const h of [a, b]) await h.close()
  })

  it('says `queued` once while a message waits, then shows it, and `settled` once it is over', async () => {
    const a = await byHand()
    await a.send('c', 'one', PLAIN)
    const waiting = await a.send('c', 'two', PLAIN)
    const seen = all(followTurn(a.follow, a.ownerId, waiting.id, null, open()))
    for (let i = 0; i < 10; i++) await breath()
    await answer(a, '1')
    await answer(a, '2')
    const kinds = (await seen).map(kindOf)
    expect([
      kinds.filter((kind) => kind === 'queued').length,
      kinds[0],
      kinds.includes('text-delta') || kinds.at(-1) === 'settled',
    ]).toEqual([1, 'queued', true])
    await until('A is idle', () => a.runner.active === 0)
    expect((await all(followTurn(a.follow, a.ownerId, waiting.id, '1:2', open()))).map(kindOf)).toEqual([
      'settled',
    ])
    await a.close()
  })

  it('gives nothing of somebody else’s turn, and ends when the reader goes', async () => {
    const a = await byHand()
    const turn = await a.send('c', 'one', PLAIN)
    expect(await all(followTurn(a.follow, 'eve', turn.id, null, open()))).toEqual([])
    const gone = new AbortController()
    const chunks = followTurn(a.follow, a.ownerId, turn.id, '2:0', gone.signal)
    expect(kindOf((await chunks.next()).value as LiveChunk)).toBe('reset')
    gone.abort()
    expect((await chunks.next()).done).toBe(true)
    await answer(a, '1')
    await a.runner.settled(turn.id)
    await a.close()
  })
})

describe('the stream of a server action', () => {
  const read = async (stream: ReadableStream<LiveChunk>) => all(stream as unknown as AsyncIterable<LiveChunk>)

  it('ends with a handoff when its time is over; a follower goes on from there without a gap', async () => {
    const a = await byHand()
    const turn = await a.send('c', 'Tell me.', PLAIN)
    const whole = all(followTurn(a.follow, a.ownerId, turn.id, null, open()))
    const call = await a.model.next()
    let timeOver = () => {}
    const abort = new AbortController()
    const chunks = followTurn(a.follow, a.ownerId, turn.id, null, abort.signal)
    const later: Schedule = (run) => {
      timeOver = run
      return () => {}
    }
    const first = read(actionStream(chunks, abort, later, 20_000))
    call.say('One ')
    for (let i = 0; i < 5; i++) await breath()
    timeOver()
    const segment = await first
    const handoff = segment.at(-1)
    if (handoff?.type !== 'data-control' || handoff.data.kind !== 'handoff') throw new Error('no handoff')
    const rest = all(followTurn(a.follow, a.ownerId, turn.id, handoff.data.cursor, open()))
    call.say('two.').end()
    expect(stitch([segment.slice(0, -1), await rest])).toEqual(await whole)
    await a.runner.settled(turn.id)
    await a.close()
  })

  it('ends with a handoff when the same tab opens another one, or the database fails', async () => {
    const a = await byHand()
    const input = (n: number) => ({
      conversationId: `c${n}`,
      turnId: `t${n}`,
      clientMessageId: `m${n}`,
      text: 'Hello',
      options: PLAIN,
      uploadIds: [],
      tabId: 'tab',
    })
    const one = read((await startTurn(a.caller, input(1))).stream)
    const two = (await startTurn(a.caller, input(2))).stream
    expect(kindOf((await one).at(-1))).toBe('handoff')
    await two.cancel()
    const failing = (async function* (): AsyncGenerator<LiveChunk> {
      yield { type: 'data-control', data: { kind: 'cursor', cursor: '1:7' }, transient: true }
      throw new Error('the database is away')
    })()
    expect((await read(actionStream(failing, new AbortController(), soon, 20_000))).at(-1)).toMatchObject({
      data: { kind: 'handoff', cursor: '1:7' },
    })
    await answer(a, '1')
    await answer(a, '2')
    await until('A is idle', () => a.runner.active === 0)
    await a.close()
  })
})
