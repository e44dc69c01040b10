import { describe, expect, it } from 'vitest'
import { answer, byHand, type Hands, PLAIN, until } from '@/lib/agent/testing-hands'
import { verdictOps } from '@/lib/db/learning/verdicts'
import { requeue } from '@/lib/db/turns/claims'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import {
  acceptMessage,
  conversationPage,
  discardQueued,
  rateAnswer,
  releaseQueue,
  retryTurn,
  siblingTurn,
  stopTurn,
} from '@/lib/services/turns/turns'
import { limits } from '@/lib/shared/limits'

const statuses = async (h: Hands, ids: string[]) =>
  (await Promise.all(ids.map((id) => h.turn(id)))).map((turn) => turn.status)

describe('a conversation', () => {
  it('runs one turn at a time, and the next one when it completed', async () => {
    const h = await byHand()
    const turns = [
      await h.send('c', 'one', PLAIN),
      await h.send('c', 'two', PLAIN),
      await h.send('c', 'three', PLAIN),
    ]
    const other = await h.send('d', 'elsewhere', PLAIN)
    const ids = turns.map((turn) => turn.id)
    expect([await statuses(h, ids), await statuses(h, [other.id])]).toEqual([
      ['running', 'queued', 'queued'],
      ['running'],
    ])
    for (let i = 0; i < 4; i++) {
      const call = await h.model.next()
      call.say(`Answer to ${call.request.user.split('\n').at(-1)}`).end()
    }
    await until('all are done', () => h.runner.active === 0)
    expect(await Promise.all([...ids, other.id].map(async (id) => (await h.turn(id)).answer))).toEqual([
      'Answer to one',
      'Answer to two',
      'Answer to three',
      'Answer to elsewhere',
    ])
    await h.close()
  })

  it('says that a turn started before anything is read for it', async () => {
    const h = await byHand({ runTurn: () => new Promise(() => {}) })
    const { id } = await h.send('c', 'Why is the sky blue?')
    expect(h.eventsOf(id).map(({ type }) => type)).toEqual(['started'])
    await h.close()
  })

  it('pauses its queue after a turn that did not complete, until the person continues it', async () => {
    for (const end of ['stopped', 'failed'] as const) {
      const h = await byHand()
      const [first, second, third] = [
        await h.send('c', 'one', PLAIN),
        await h.send('c', 'two', PLAIN),
        await h.send('c', 'three', PLAIN),
      ]
      const call = await h.model.next()
      if (end === 'stopped') await stopTurn(h.caller, first.id)
      else call.end({ error: { code: 'provider_error', message: 'It broke.' } })
      await until('it is over', () => h.runner.active === 0)
      await h.runner.tickSweep()
      expect(await statuses(h, [first.id, second.id, third.id])).toEqual([end, 'queued', 'queued'])
      expect((await conversationPage(h.caller, 'c', {})).queuePaused).toBe(true)
      expect((await releaseQueue(h.caller, 'c'))?.id).toBe(second.id)
      await answer(h, 'two')
      await answer(h, 'three')
      await until('all are done', () => h.runner.active === 0)
      expect(await statuses(h, [second.id, third.id])).toEqual(['completed', 'completed'])
      await h.close()
    }
  })

  it('runs a program’s message beside a queue that waits for the person', async () => {
    const h = await byHand()
    const first = await h.send('c', 'one', PLAIN)
    const held = [await h.send('c', 'two', PLAIN), await h.send('c', 'three', PLAIN)].map(({ id }) => id)
    ;(await h.model.next()).end({ error: { code: 'provider_error', message: 'It broke.' } })
    await until('it is over', () => h.runner.active === 0)
    for (const turnId of ['p1', 'p2']) {
      const ids = { conversationId: 'c', turnId, clientMessageId: turnId }
      await acceptMessage(h.caller, { ...ids, text: 'Hello', options: PLAIN, uploadIds: [] }, 'client:X')
    }
    for (const text of ['1', '2']) await answer(h, text)
    await until('both are answered', () => h.runner.active === 0)
    const [one, two] = [await h.turn('p1'), await h.turn('p2')]
    expect([one.parentId, two.parentId]).toEqual([first.id, 'p1'])
    expect(await statuses(h, ['p1', 'p2', ...held])).toEqual(['completed', 'completed', 'queued', 'queued'])
    expect((await conversationPage(h.caller, 'c', {})).queuePaused).toBe(true)
    expect((await releaseQueue(h.caller, 'c'))?.id).toBe(held[0])
    for (const text of ['3', '4']) await answer(h, text)
    await until('the queue is over', () => h.runner.active === 0)
    expect(await statuses(h, held)).toEqual(['completed', 'completed'])
    await h.close()
  })

  it('runs a program’s message beside a queue that comes to wait for the person while it waits there', async () => {
    const h = await byHand()
    const first = await h.send('c', 'one', PLAIN)
    const held = await h.send('c', 'two', PLAIN)
    const ids = { conversationId: 'c', turnId: 'p', clientMessageId: 'p' }
    await acceptMessage(h.caller, { ...ids, text: 'Hello', options: PLAIN, uploadIds: [] }, 'client:X')
    const last = await h.send('c', 'three', PLAIN)
    ;(await h.model.next()).end({ error: { code: 'provider_error', message: 'It broke.' } })
    await answer(h, 'It is answered.')
    await until('the program has its answer', () => h.runner.active === 0)
    const program = await h.turn('p')
    expect([program.status, program.parentId, program.number]).toEqual(['completed', first.id, 2])
    expect(await statuses(h, [held.id, last.id])).toEqual(['queued', 'queued'])
    const { parentId, number } = await h.turn(last.id)
    expect([parentId, number]).toEqual([held.id, 3])
    expect((await conversationPage(h.caller, 'c', {})).queuePaused).toBe(true)
    await h.close()
  })

  it('takes a waiting message out, closes the gap and runs the rest', async () => {
    const h = await byHand()
    const [first, second, third] = [
      await h.send('c', 'one', PLAIN),
      await h.send('c', 'two', PLAIN),
      await h.send('c', 'three', PLAIN),
    ]
    await discardQueued(h.caller, second.id)
    await answer(h, '1')
    await answer(h, '3')
    await until('all are done', () => h.runner.active === 0)
    expect([(await h.turn(third.id)).number, (await h.turn(third.id)).parentId]).toEqual([2, first.id])
    await h.close()
  })

  it('stores a message once however often it is sent, and refuses the eleventh that waits', async () => {
    const h = await byHand()
    const input = {
      conversationId: 'c',
      turnId: 't1',
      clientMessageId: 'm1',
      text: 'one',
      options: PLAIN,
      uploadIds: [],
    }
    const [one, again] = [
      await acceptMessage(h.caller, input),
      await acceptMessage(h.caller, { ...input, turnId: 't2' }),
    ]
    expect([one.id, again.id]).toEqual(['t1', 't1'])
    for (let i = 0; i < limits.message.maxQueued; i++) await h.send('c', `waits ${i}`, PLAIN)
    await expect(
      acceptMessage(h.caller, { ...input, turnId: 't3', clientMessageId: 'm3' }),
    ).rejects.toMatchObject({ code: 'queue_full' })
    await h.runner.shutdown()
    await expect(
      acceptMessage(h.caller, { ...input, turnId: 't4', clientMessageId: 'm4' }),
    ).rejects.toMatchObject({ code: 'unavailable' })
    await h.close()
  })
})

describe('stopping', () => {
  it('keeps the partial text with its context and summary, at once', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'Tell me a story.', PLAIN)
    ;(await h.model.next()).say('Once upon a ')
    await stopTurn(h.caller, turn.id)
    await h.runner.settled(turn.id)
    expect(await h.turn(turn.id)).toMatchObject({
      status: 'stopped',
      answer: 'Once upon a',
      error: null,
      leaseOwner: null,
    })
    expect([
      await h.db.context.count({ where: { turnId: turn.id } }),
      await h.db.summary.count(),
      await h.db.step.count({ where: { turnId: turn.id } }),
    ]).toEqual([1, 1, 1])
    await h.close()
  })

  it('of a waiting turn means that it never runs', async () => {
    const h = await byHand()
    const [first, second] = [await h.send('c', 'one', PLAIN), await h.send('c', 'two', PLAIN)]
    await stopTurn(h.caller, second.id)
    await answer(h, '1')
    await until('it is over', () => h.runner.active === 0)
    await h.runner.tickSweep()
    expect([await statuses(h, [first.id, second.id]), (await h.turn(second.id)).attempt]).toEqual([
      ['completed', 'stopped'],
      0,
    ])
    await h.close()
  })

  it('is nobody else’s business', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'one', PLAIN)
    await h.db.user.create({ data: { id: 'eve', createdAt: new Date() } })
    await expect(stopTurn({ ...h.caller, ownerId: 'eve' }, turn.id)).rejects.toMatchObject({
      code: 'not_found',
    })
    await h.runner.stop('eve', turn.id)
    await h.runner.tickFast()
    await answer(h, 'still here')
    await h.runner.settled(turn.id)
    expect((await h.turn(turn.id)).answer).toBe('still here')
    await h.close()
  })
})

describe('trying again', () => {
  it('is the next attempt of the same turn: old steps stay in the ledger, old text until saved', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'one', PLAIN)
    ;(await h.model.next())
      .say('Half')
      .end({ error: { code: 'provider_cut', message: 'The connection broke.' } })
    await h.runner.settled(turn.id)
    expect(await h.turn(turn.id)).toMatchObject({
      status: 'failed',
      answer: 'Half',
      error: { code: 'provider_cut' },
    })
    await retryTurn(h.caller, turn.id)
    const call = await h.model.next()
    expect(await h.turn(turn.id)).toMatchObject({ status: 'running', attempt: 2, answer: 'Half' })
    call.say('Whole.').end()
    await h.runner.settled(turn.id)
    const now = await h.turn(turn.id)
    expect(now).toMatchObject({ status: 'completed', attempt: 2, answer: 'Whole.', error: null })
    const [dto] = await turnDtos(h.db, h.ownerId, [now])
    expect([dto?.steps.map((step) => step.text), dto?.totals?.calls]).toEqual([['Whole.'], 2])
    expect(
      await h.db.step.findMany({
        where: { turnId: turn.id },
        select: { attempt: true, text: true },
        orderBy: { attempt: 'asc' },
      }),
    ).toEqual([
      { attempt: 1, text: 'Half' },
      { attempt: 2, text: 'Whole.' },
    ])
    expect([await h.db.context.count(), await h.db.summary.count()]).toEqual([1, 1])
    await expect(retryTurn(h.caller, turn.id)).rejects.toMatchObject({ code: 'conflict' })
    await h.close()
  })

  it('takes a thumb off, which was for the old answer, but only if it starts', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'one', PLAIN)
    ;(await h.model.next()).say('Half').end({ error: { code: 'provider_cut', message: 'It broke.' } })
    await h.runner.settled(turn.id)
    await rateAnswer(h.caller, turn.id, { value: -1, reason: 'Half of it is missing.' })
    const reasons = ['The person marked the answer as not good.']
    const verdict = { label: 'failure', confidence: 1, reasons, by: 'person' } as const
    await h.db.$transaction(verdictOps(h.db, h.ownerId, turn.id, verdict, [turn.id]))
    const judged = async () => [await h.db.feedback.count(), await h.db.verdict.count()]
    await retryTurn(h.caller, turn.id)
    expect(await judged()).toEqual([0, 0])
    ;(await h.model.next()).say('Whole.').end()
    await h.runner.settled(turn.id)
    await rateAnswer(h.caller, turn.id, { value: 1, reason: '' })
    expect(await requeue(h.db, h.ownerId, turn.id, {})).toBe(false)
    expect(await judged()).toEqual([1, 0])
    await h.close()
  })

  it('edits a running turn by stopping it first; the new one stands beside it', async () => {
    const h = await byHand()
    const turn = await h.send('c', 'one', PLAIN)
    ;(await h.model.next()).say('Old words')
    const edited = siblingTurn(
      h.caller,
      { turnId: turn.id, newTurnId: 'edited', clientMessageId: 'm2', options: {} },
      'one, edited',
    )
    await answer(h, 'New words')
    expect(await edited).toMatchObject({ id: 'edited', number: 1, parentId: null, userText: 'one, edited' })
    await until('both are over', () => h.runner.active === 0)
    expect([await h.turn(turn.id), await h.turn('edited')]).toMatchObject([
      { status: 'stopped', answer: 'Old words' },
      { status: 'completed', answer: 'New words' },
    ])
    expect(
      (await conversationPage(h.caller, 'c', {})).turns.map((shown) => [shown.id, shown.siblings.length]),
    ).toEqual([['edited', 2]])
    await h.close()
  })
})

describe('a turn that breaks in a way nobody foresaw', () => {
  it('ends as failed with the text that was shown, and the next message runs', async () => {
    let broken = true
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
        run.emit({ type: 'answer-delta', step: 0, text: 'As far as ' })
        run.emit({ type: 'answer-delta', step: 0, text: 'this' })
        if (broken) throw new Error('secret internals')
        return {
          status: 'completed',
          answer: 'fine',
          error: null,
          tokens: { answerTokens: 1, toolTokens: 0, recalledTokens: 0, contextTokens: 1 },
          writes: () => [],
        }
      },
    })
    const turn = await h.say('c', 'one')
    expect(turn).toMatchObject({ status: 'failed', answer: 'As far as this', error: { code: 'internal' } })
    expect(JSON.stringify(turn.error)).not.toContain('secret')
    broken = false
    expect((await h.say('c', 'two')).status).toBe('completed')
    await h.close()
  })
})
