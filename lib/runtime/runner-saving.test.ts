// @module-tag full
import { describe, expect, it } from 'vitest'
import { answer, byHand, otherProcess, PLAIN, soon, until } from '@/lib/agent/testing-hands'
import { appendLogOps, logRow, readLog } from '@/lib/db/turns/events'
import { limits } from '@/lib/shared/limits'
import type { Frame } from '@/lib/shared/turn/events'
import { NOT_SAVED } from './commit-turn'
import { Flusher } from './flusher'
import { turnStream } from './follow'
import { TurnLog } from './turn-log'

const never = () => new Promise<void>(() => {})
const texts = (frames: Frame[]) =>
  frames.map((frame) => ('text' in frame.event ? frame.event.text : '')).join('')

describe('a database that cannot be written', () => {
  it('loses no text: the answer is shown as not saved, and saved when possible', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'Tell me.', PLAIN)
    const shown: Frame[] = []
    const call = await h.model.next()
    h.runner.entry(turn.id)?.log.read(0, (frame) => frame && shown.push(frame))
    await h.readOnly(true)
    call.say('The whole ').say('answer.').end()
    await h.runner.settled(turn.id)
    expect(shown.at(-1)?.event).toMatchObject({
      type: 'failed',
      error: { code: 'not_saved', hint: expect.stringContaining('Copy') },
    })
    expect([texts(shown), h.logs.filter((entry) => entry.message === 'commit failed')]).toMatchObject([
      'The whole answer.',
      { length: limits.runner.commitTries },
    ])
    await h.runner.tickFast()
    await h.readOnly(false)
    await h.runner.tickSweep()
    expect(await h.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'The whole answer.' })
    const next = await h.send('c', 'And now?', PLAIN)
    await answer(h, 'Now it works.')
    await until('it is over', () => h.runner.active === 0)
    expect((await h.turn(next.id)).status).toBe('completed')
    await h.close()
  })

  it('for longer than a lease loses no text either: followers see it and why it is not saved', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'Tell me.', PLAIN)
    const call = await h.model.next()
    call.say('Half an answer')
    await h.readOnly(true)
    for (let i = 0; i < 3; i++) {
      h.runtime.advance(limits.runner.renewMs)
      await h.runner.tickLease()
    }
    expect(call.request.signal.aborted).toBe(true)
    await h.runner.settled(turn.id)
    const followed = async () => {
      const chunks: unknown[] = []
      const { signal } = new AbortController()
      for await (const chunk of turnStream(h.follow, h.ownerId, turn.id, signal)) chunks.push(chunk)
      return JSON.stringify(chunks)
    }
    for (const expected of ['Half an answer', NOT_SAVED.message]) expect(await followed()).toContain(expected)
    await h.runner.tickSweep()
    expect((await h.turn(turn.id)).status).toBe('running')
    await h.readOnly(false)
    await h.runner.tickSweep()
    expect(await h.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Half an answer' })
    expect(await followed()).not.toContain(NOT_SAVED.message)
    await h.close()
  })

  it('for a moment only delays the log: frames are kept in order and written later', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'Tell me.', PLAIN)
    const call = await h.model.next()
    for (let i = 0; i < 6; i++) {
      await h.readOnly(i === 1 || i === 2)
      call.say(`word${i} `)
      h.runner.entry(turn.id)?.log.flushBuffer()
      await h.runner.flush()
    }
    expect(texts(await readLog(h.db, turn.id, 1))).toBe('word0 word1 word2 word3 word4 word5 ')
    call.end()
    await h.runner.settled(turn.id)
    const log = await readLog(h.db, turn.id, 1)
    expect(log.map((frame) => frame.seq)).toEqual(log.map((_, i) => i + 1))
    await h.close()
  })

  it('ends a turn whose unwritten text outgrows its limit', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'Tell me.', PLAIN)
    const call = await h.model.next()
    await h.readOnly(true)
    for (let i = 0; i < 6; i++) call.say('x'.repeat(limits.runner.maxPendingChars / 5))
    await h.runner.flush()
    expect(call.request.signal.reason).toBe('unsaved')
    await h.runner.settled(turn.id)
    await h.readOnly(false)
    await h.runner.tickSweep()
    expect((await h.turn(turn.id)).answer).toHaveLength((limits.runner.maxPendingChars * 6) / 5)
    await h.close()
  })
})

describe('the flusher', () => {
  const log = (id: string) => {
    const made = new TurnLog(id, 1, soon)
    made.emit({ type: 'notice', step: 0, text: id })
    made.emit({ type: 'notice', step: 0, text: 'more' })
    return made
  }
  const taken = Object.assign(new Error('taken'), { code: 'P2002' })
  const last = async () => null

  it('writes the other turns’ frames when one turn’s are refused, and keeps the refused ones', async () => {
    const written: string[] = []
    const append = async (rows: { turnId: string }[]) => {
      if (rows.some((row) => row.turnId === 'bad')) throw new Error('refused')
      written.push(...rows.map((row) => row.turnId))
    }
    const logs = [log('good'), log('bad'), log('fine')]
    await new Flusher(append, last, () => {}).flush(logs, () => {})
    expect(written).toEqual(['good', 'good', 'fine', 'fine'])
    expect(logs.map((one) => one.takePending().length)).toEqual([0, 2, 0])
  })

  it('drops what is there already, and everything once somebody else ended the attempt', async () => {
    const append = async () => {
      throw taken
    }
    const half = log('half')
    await new Flusher(
      append,
      async () => ({ seq: 1, type: 'notice' }),
      () => {},
    ).flush([half], () => {})
    expect(half.takePending().map((frame) => frame.seq)).toEqual([2])
    const over = log('over')
    await new Flusher(
      append,
      async () => ({ seq: 1, type: 'interrupted' }),
      () => {},
    ).flush([over], () => {})
    expect(over.takePending()).toEqual([])
  })

  it('does not cost an answer when an insert was done although it seemed to fail', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'Tell me.', PLAIN)
    const call = await h.model.next()
    call.say('The answer.')
    h.runner.entry(turn.id)?.log.flushBuffer()
    await h.db.$transaction(
      appendLogOps(
        h.db,
        h.framesOf(turn.id).map((frame) => logRow(turn.id, frame)),
      ),
    )
    call.end()
    await h.runner.settled(turn.id)
    expect(await h.turn(turn.id)).toMatchObject({ status: 'completed', answer: 'The answer.' })
    const stored = await readLog(h.db, turn.id, 1)
    expect([texts(stored), stored.map((frame) => frame.seq)]).toEqual([
      'The answer.',
      stored.map((_, i) => i + 1),
    ])
    await h.close()
  })
})

describe('a process that is asked to end', () => {
  it('ends its turns as interrupted with their partial text, and starts none', async () => {
    const h = await byHand({ sleep: never })
    const turns = [await h.send('c', 'one', PLAIN), await h.send('d', 'two', PLAIN)]
    const waiting = await h.send('c', 'three', PLAIN)
    for (const said of ['Half ', 'Two ']) (await h.model.next()).say(said)
    const late = h.send('e', 'four', PLAIN)
    await h.runner.shutdown()
    await late
    expect(await Promise.all(turns.map((turn) => h.turn(turn.id)))).toMatchObject([
      { status: 'interrupted', answer: 'Half' },
      { status: 'interrupted', answer: 'Two' },
    ])
    expect([
      (await h.turn(waiting.id)).status,
      await h.db.turn.count({ where: { status: 'running' } }),
      await h.db.instance.count(),
    ]).toEqual(['queued', 0, 0])
    await h.runner.tickSweep()
    expect(h.runner.active).toBe(0)
    await h.close()
  })

  it('does not wait for a turn that will not end: the next process recovers it at once', async () => {
    const h = await byHand({
      runTurn: async (run) => {
        run.emit({
          type: 'step-started',
          step: 0,
          phase: 'act',
          round: null,
          provider: 'p',
          model: 'm',
          sections: [],
        })
        run.emit({ type: 'answer-delta', step: 0, text: 'Deaf to ' })
        run.emit({ type: 'answer-delta', step: 0, text: 'signals' })
        await never()
        throw new Error('unreachable')
      },
    })
    const turn = await h.send('c', 'one')
    await until('it has spoken', () => texts(h.framesOf(turn.id)) === 'Deaf to signals')
    await h.runner.shutdown()
    expect((await h.turn(turn.id)).status).toBe('running')
    const b = await otherProcess(h, 'b', { isAlive: () => false })
    await b.runner.tickSweep()
    expect(await b.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Deaf to signals' })
    for (const each of [h, b]) await each.close()
  })
})
