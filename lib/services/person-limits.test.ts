import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, byHand, PLAIN } from '@/lib/agent/testing-hands'
import { testingEnv } from '@/lib/config/testing-env'
import { migratedPostgres, openedOn } from '@/lib/db/testing-postgres'
import { forgetOnce } from '@/lib/shared/once'
import { takePersonsTurn, waitWords } from './person-limits'
import { retryTurn, siblingTurn, startTurn } from './turns/turns'

const SHARED = { MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000,bob:token-of-bob-000' }
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: { code: string; message: string; hint: string }) => error,
  )
beforeEach(() => {
  for (const most of [2, 5, 30]) forgetOnce(`turns-a-minute-${most}`)
})
afterEach(() => testingEnv())

describe('messages a minute', () => {
  it('are limited for one person of a shared Mneme, in a sentence that says when it goes on', async () => {
    testingEnv({ ...SHARED, MNEME_TURNS_PER_MINUTE: '2' })
    const h = await byHand()
    const take = (ownerId: string) => refusal(takePersonsTurn({ ...h.caller, ownerId }))
    expect([await take('ann'), await take('ann')]).toEqual([null, null])
    expect(await take('ann')).toMatchObject({
      code: 'limit_reached',
      message: 'You have reached the limit of 2 messages per minute.',
      hint: expect.stringMatching(/^Your draft is kept\. Try again in \d+ seconds\.$/),
    })
    expect(await take('bob')).toBeNull()
    testingEnv({ MNEME_TURNS_PER_MINUTE: '2' })
    expect(await take('ann')).toBeNull()
    await h.close()
  })

  it('sent by twenty clients at once: so many are accepted, the others wait, and other people are served', async () => {
    testingEnv({ ...SHARED, MNEME_TURNS_PER_MINUTE: '5' })
    const h = await byHand()
    const send = (i: number) =>
      startTurn(h.caller, {
        ...{ conversationId: `c${i}`, turnId: `t${i}`, clientMessageId: `m${i}` },
        ...{ text: `Message ${i}`, uploadIds: [], options: PLAIN },
      })
    const ended = await Promise.all(Array.from({ length: 20 }, (_, i) => refusal(send(i))))
    const refused = ended.filter((one) => one !== null)
    expect([refused.length, await h.db.turn.count()]).toEqual([15, 5])
    for (const one of refused)
      expect(one).toMatchObject({
        code: 'limit_reached',
        hint: expect.stringMatching(/^Your draft is kept\. Try again in \d+ seconds\.$/),
      })
    expect(await refusal(takePersonsTurn({ ...h.caller, ownerId: 'bob' }))).toBeNull()
    for (let i = 0; i < 5; i++) await answer(h, 'Here you are.')
    for (const { id } of await h.db.turn.findMany()) await h.runner.settled(id)
    expect(await h.db.turn.count({ where: { status: 'completed' } })).toBe(5)
    await h.close()
  })

  it('count every way to start a turn, and the same message sent twice once', async () => {
    testingEnv({ ...SHARED, MNEME_TURNS_PER_MINUTE: '2' })
    const h = await byHand()
    const message = {
      conversationId: 'c',
      turnId: 't1',
      clientMessageId: 'm1',
      text: 'one',
      uploadIds: [],
      options: PLAIN,
    }
    await startTurn(h.caller, message)
    await startTurn(h.caller, message)
    await answer(h, 'One!')
    await h.runner.settled('t1')
    const again = { turnId: 't1', newTurnId: 't2', clientMessageId: 'm2', options: {} }
    await siblingTurn(h.caller, again, null)
    await (await h.model.next()).end({ error: { code: 'provider_error', message: 'It broke.' } })
    await h.runner.settled('t2')
    const limited = { code: 'limit_reached' }
    expect(await refusal(retryTurn(h.caller, 't2'))).toMatchObject(limited)
    expect(await refusal(siblingTurn(h.caller, { ...again, newTurnId: 't3' }, null))).toMatchObject(limited)
    expect(
      await refusal(startTurn(h.caller, { ...message, turnId: 't4', clientMessageId: 'm4' })),
    ).toMatchObject(limited)
    expect(await h.db.turn.count()).toBe(2)
    await h.close()
  })
})

it('messages of one minute are counted for all servers of one PostgreSQL database', {
  tags: 'full',
}, async () => {
  testingEnv({ ...SHARED, MNEME_TURNS_PER_MINUTE: '2' })
  const at = await openedOn(await migratedPostgres())
  await at.db.user.create({ data: { id: 'ann', createdAt: new Date() } })
  const servers = await Promise.all(
    ['a', 'b'].map((prefix) => byHand({}, { url: at.url, ownerId: 'ann', prefix, db: at.db })),
  )
  const ended = []
  for (const [i, { caller, model, runner }] of [...servers, ...servers].entries()) {
    // Another process has a memory of its own.
    forgetOnce('turns-a-minute-2')
    const message = { conversationId: 'c', turnId: `t${i}`, clientMessageId: `m${i}`, text: 'one' }
    ended.push(await refusal(startTurn(caller, { ...message, uploadIds: [], options: PLAIN })))
    if (ended.at(-1)) continue
    ;(await model.next()).say('One!').end()
    await runner.settled(`t${i}`)
  }
  const limited = { code: 'limit_reached', hint: 'Your draft is kept. Try again in 60 seconds.' }
  expect(ended).toMatchObject([null, null, limited, limited])
  // They count before any of them is stored.
  await at.db.user.create({ data: { id: 'bob', createdAt: new Date() } })
  const taken = []
  for (const { caller } of [...servers, ...servers]) {
    forgetOnce('turns-a-minute-2')
    taken.push(await refusal(takePersonsTurn({ ...caller, ownerId: 'bob' })))
  }
  expect(taken).toMatchObject([null, null, limited, limited])
  await at.close()
})

it('waits are said in the unit that fits', () => {
  expect([1, 1_000, 42_000, 100_000, 5_400_000, 80_000_000].map(waitWords)).toEqual([
    '1 second',
    '1 second',
    '42 seconds',
    '2 minutes',
    '2 hours',
    '23 hours',
  ])
})
