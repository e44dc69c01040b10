import { describe, expect, it } from 'vitest'
import { answer, byHand, type Hands, otherProcess, PLAIN, until } from '@/lib/agent/testing-hands'
import { retryTurn, siblingTurn } from '@/lib/services/turns/turns'
import { limits } from '@/lib/shared/limits'

const { leaseMs, selfAbortMs } = limits.runner

/** A turn of process A that has written some text to the log. */
async function halfSaid(a: Hands, text = 'Half an ans') {
  const turn = await a.send('c', 'Tell me.', PLAIN)
  const call = await a.model.next()
  call.say(text)
  a.runner.entry(turn.id)?.log.flushBuffer()
  await a.runner.flush()
  return { turn, call }
}
const processes = async (overB: Parameters<typeof otherProcess>[2] = {}) => {
  const a = await byHand()
  const b = await otherProcess(a, 'b', overB)
  const close = async () => {
    for (const h of [a, b]) await h.close()
  }
  return { a, b, close }
}

describe('two processes on one database', () => {
  it('stop a turn of the other one within one of its ticks', async () => {
    const { a, b, close } = await processes()
    const { turn } = await halfSaid(a)
    await b.runner.stop(b.ownerId, turn.id)
    expect((await a.turn(turn.id)).status).toBe('running')
    await a.runner.tickFast()
    await a.runner.settled(turn.id)
    expect(await b.turn(turn.id)).toMatchObject({ status: 'stopped', answer: 'Half an ans' })
    await close()
  })

  it('start a message accepted by the other when their turn is over, and edit its running turn', async () => {
    const { a, b, close } = await processes()
    const { turn } = await halfSaid(a)
    const beside = await siblingTurn(
      b.caller,
      { turnId: turn.id, newTurnId: 'beside', clientMessageId: 'm2', options: {} },
      'Tell me better.',
    )
    expect(beside.status).toBe('queued')
    await a.runner.tickFast()
    await answer(a, 'Better.')
    await until('it is over', async () => (await b.turn('beside')).status === 'completed')
    expect((await b.turn(turn.id)).status).toBe('stopped')
    await until('A is idle', () => a.runner.active === 0)
    await close()
  })

  it('take over a turn with an expired lease, keep its text, and fence off its old owner', async () => {
    const { a, b, close } = await processes()
    const { turn, call } = await halfSaid(a)
    b.runtime.advance(leaseMs - 1_000)
    await b.runner.tickSweep()
    expect((await b.turn(turn.id)).status).toBe('running')
    b.runtime.advance(2_000)
    await b.runner.tickSweep()
    const taken = await b.turn(turn.id)
    expect(taken).toMatchObject({
      status: 'interrupted',
      answer: 'Half an ans',
      leaseOwner: null,
      activeKey: null,
    })
    expect([await b.db.context.count(), await b.db.summary.count()]).toEqual([1, 1])
    const heard: (number | null)[] = []
    a.runner.entry(turn.id)?.log.read(0, (frame) => heard.push(frame ? frame.seq : null))
    call.say('wer and more.').end()
    await a.runner.settled(turn.id)
    expect(await b.turn(turn.id)).toEqual(taken)
    expect(heard.at(-1)).toBeNull()
    expect(a.logs.map((entry) => entry.message)).not.toContain('commit failed')
    await close()
  })

  it('give up a turn taken by the other, and may run its next attempt while the old one ends', async () => {
    const { a, b, close } = await processes()
    const { turn } = await halfSaid(a)
    const old = a.runner.entry(turn.id)
    b.runtime.advance(leaseMs + 1_000)
    await b.runner.tickSweep()
    await retryTurn(a.caller, turn.id)
    const again = a.runner.entry(turn.id)
    expect([old?.lease.attempt, again?.lease.attempt]).toEqual([1, 2])
    old?.controller.abort('lease')
    await old?.done
    expect(a.runner.entry(turn.id)).toBe(again)
    await a.runner.tickLease()
    await answer(a, 'Whole.')
    await a.runner.settled(turn.id)
    expect(await b.turn(turn.id)).toMatchObject({ status: 'completed', attempt: 2, answer: 'Whole.' })
    await close()
  })

  it('see that it was taken when they renew, and stop working on it', async () => {
    const { a, b, close } = await processes()
    const { turn, call } = await halfSaid(a)
    b.runtime.advance(leaseMs + 1_000)
    await b.runner.tickSweep()
    await a.runner.tickLease()
    await a.runner.settled(turn.id)
    expect([a.runner.active, call.request.signal.reason]).toEqual([0, 'lease'])
    expect((await b.turn(turn.id)).status).toBe('interrupted')
    await close()
  })
})

describe('a process', () => {
  it('never takes a turn of its own away, however late its clock is (a laptop that slept)', async () => {
    const a = await byHand()
    const { turn, call } = await halfSaid(a)
    a.runtime.advance(3_600_000)
    await a.runner.tickSweep()
    await a.runner.tickFast()
    call.say('wer.').end()
    await a.runner.settled(turn.id)
    expect(await a.turn(turn.id)).toMatchObject({ status: 'completed', answer: 'Half an answer.' })
    await a.close()
  })

  it('gives its turns up after twelve seconds without renewal and recovers them later', async () => {
    const a = await byHand()
    const { turn, call } = await halfSaid(a)
    await a.readOnly(true)
    a.runtime.advance(selfAbortMs - 1_000)
    await a.runner.tickLease()
    await a.runner.tickFast()
    expect(call.request.signal.aborted).toBe(false)
    a.runtime.advance(1_100)
    await a.runner.tickFast()
    expect(call.request.signal.reason).toBe('unsaved')
    await a.runner.settled(turn.id)
    await a.readOnly(false)
    a.runtime.advance(leaseMs)
    await a.runner.tickSweep()
    expect(await a.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Half an ans' })
    await a.close()
  })
})

describe('a dead process', () => {
  const host = 'here'
  it.each([
    { name: 'its pid is gone', instance: { id: 'b', host, pid: 2 }, alive: false, at: 'once' },
    {
      name: 'its pid is mine (the container was started again)',
      instance: { id: 'b', host, pid: 1 },
      alive: true,
      at: 'once',
    },
    {
      name: 'its pid lives: a command line beside the server',
      instance: { id: 'b', host, pid: 2 },
      alive: true,
      at: 'lease',
    },
    {
      name: 'it was on another host, whatever its pid',
      instance: { id: 'b', host: 'elsewhere', pid: 1 },
      alive: false,
      at: 'lease',
    },
  ])('is known: $name', async ({ instance, alive, at }) => {
    const { a, b, close } = await processes({ instance, isAlive: () => alive })
    const { turn } = await halfSaid(a)
    await b.runner.tickSweep()
    expect((await b.turn(turn.id)).status).toBe(at === 'once' ? 'interrupted' : 'running')
    b.runtime.advance(leaseMs + 1_000)
    await b.runner.tickSweep()
    expect((await b.turn(turn.id)).status).toBe('interrupted')
    await a.runner.tickLease()
    await a.runner.settled(turn.id)
    await close()
  })

  it('leaves turns that can be tried again; its queue waits for the person', async () => {
    const { a, b, close } = await processes({ isAlive: () => false })
    const { turn } = await halfSaid(a)
    const next = await a.send('c', 'And then?', PLAIN)
    await b.runner.tickSweep()
    await b.runner.tickSweep()
    expect([(await b.turn(turn.id)).status, (await b.turn(next.id)).status]).toEqual([
      'interrupted',
      'queued',
    ])
    await retryTurn(b.caller, turn.id)
    await answer(b, 'Whole.')
    await answer(b, 'The end.')
    await until('all are over', () => b.runner.active === 0)
    expect([(await b.turn(turn.id)).answer, (await b.turn(next.id)).answer]).toEqual(['Whole.', 'The end.'])
    await a.runner.tickLease()
    await a.runner.settled(turn.id)
    await close()
  })

  it('is cleared up turn by turn: one that cannot be read keeps its text and holds nobody up', async () => {
    const { a, b, close } = await processes({
      isAlive: () => false,
      recoverTurn: async (turn) => {
        throw new Error(`the workspace of ${turn.id} is damaged`)
      },
    })
    const { turn } = await halfSaid(a)
    const waiting = await a.send('d', 'Elsewhere', PLAIN)
    await a.db.turn.update({
      where: { id: waiting.id },
      data: { status: 'queued', activeKey: null, leaseOwner: null },
    })
    await b.runner.tickSweep()
    expect(await b.turn(turn.id)).toMatchObject({ status: 'interrupted', answer: 'Half an ans' })
    await answer(b, 'Here.')
    await until('it is over', () => b.runner.active === 0)
    expect((await b.turn(waiting.id)).answer).toBe('Here.')
    for (const id of [turn.id, waiting.id]) a.runner.entry(id)?.controller.abort('lease')
    await until('A is idle', () => a.runner.active === 0)
    await close()
  })
})
