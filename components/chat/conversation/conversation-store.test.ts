import { describe, expect, it } from 'vitest'
import { fakeApi } from '@/components/chat/testing-api'
import { aPage, aTurn } from '@/components/chat/testing-fixtures'
import type { TurnDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'
import { type Outgoing, runningTurn } from './chat-state'
import { ConversationStore } from './conversation-store'

const message = (text: string, given: Partial<Outgoing> = {}): Outgoing => ({
  text,
  options: {},
  attachments: [],
  ...given,
})
const missing: Failure = { code: 'not_found', message: 'This conversation does not exist.' }
const refused: Failure = { code: 'unavailable', message: 'Cannot reach Mneme.' }

function conversation(turns: TurnDto[] = []) {
  const server = fakeApi(turns)
  const failures: Failure[] = []
  const store = new ConversationStore('conv_1', turns.length ? aPage(turns) : null, {
    api: server.api,
    wait: async () => {},
    onFailure: (failure) => failures.push(failure),
    now: () => new Date('2026-01-01T00:00:00.000Z'),
  })
  const detach = store.attach()
  const shape = () => store.get().turns.map((turn) => `${turn.id} ${turn.status}`)
  return { server, store, failures, detach, shape }
}
const settled = (store: ConversationStore) => expect.poll(() => store.get().sessions).toEqual([])

describe('ConversationStore', () => {
  it('shows a message at once and the rows once the turn is over', async () => {
    const { server, store, shape } = conversation()
    const sent = store.send(message('hello', { turnId: 't1', clientMessageId: 'm1' }))
    expect(shape()).toEqual(['t1 running'])
    expect(await sent).toBeNull()
    server.settle('t1', { answer: 'hi' })
    await settled(store)
    expect(store.get().turns[0]).toMatchObject({
      id: 't1',
      status: 'completed',
      answer: 'hi',
      userText: 'hello',
    })
    expect(store.get().conversation?.id).toBe('conv_1')
  })

  it('sends what was chosen in the composer apart from the options, which a new version would repeat', async () => {
    const { server, store } = conversation()
    await store.send(message('hello', { chosen: { recall: 'off' } }))
    expect(server.named('startTurn')).toEqual([expect.objectContaining({ chosen: { recall: 'off' } })])
    expect(store.get().turns[0]?.options).not.toHaveProperty('recall')
  })

  it('leaves nothing of a message that was refused, and takes it again under the same ids', async () => {
    const { server, store, shape } = conversation([aTurn({ id: 't0' })])
    server.refuseWith(refused)
    const again = message('hello', { turnId: 't1', clientMessageId: 'm1' })
    expect(await store.send(again)).toEqual(refused)
    expect([shape(), store.get().lastNumber]).toEqual([['t0 completed'], 1])
    server.refuseWith(null)
    expect(await store.send(again)).toBeNull()
    const ids = server
      .named('startTurn')
      .map((input) => (input as { clientMessageId: string }).clientMessageId)
    expect(ids).toEqual(['m1', 'm1'])
    expect(shape()).toEqual(['t0 completed', 't1 running'])
  })

  it('shows a message that arrived although sending it failed', async () => {
    const { server, store, shape } = conversation()
    server.refuseWith(refused)
    expect(await store.send(message('hello', { turnId: 't1' }))).toEqual(refused)
    expect(await store.hasArrived('t1')).toBeNull()
    server.refuseWith(missing)
    expect(await store.hasArrived('t1')).toBe(false)
    expect(shape()).toEqual([])
    server.refuseWith(null)
    server.put(aTurn({ id: 't1', status: 'running' }))
    expect(await store.hasArrived('t1')).toBe(true)
    expect(shape()).toEqual(['t1 running'])
    server.settle('t1')
    await settled(store)
    expect(shape()).toEqual(['t1 completed'])
  })

  it('queues behind a running turn and goes on with the next one by itself', async () => {
    const { server, store, shape } = conversation()
    await store.send(message('one', { turnId: 't1' }))
    await store.send(message('two', { turnId: 't2' }))
    expect(store.get().queue.map((turn) => turn.id)).toEqual(['t2'])
    server.put({ ...(store.get().queue[0] as TurnDto), status: 'running' })
    server.settle('t1')
    await expect.poll(shape).toEqual(['t1 completed', 't2 running'])
    expect(store.get().queue).toEqual([])
    server.settle('t2')
    await settled(store)
    expect(shape()).toEqual(['t1 completed', 't2 completed'])
  })

  it('follows what runs when a view comes, and lets go when the last one leaves', async () => {
    const { server, store, detach } = conversation([aTurn({ id: 't1', status: 'running' })])
    expect(store.get().sessions).toHaveLength(1)
    await expect.poll(() => server.named('follow')).toEqual(['t1'])
    const second = store.attach()
    detach()
    await Promise.resolve()
    expect(store.get().sessions).toHaveLength(1)
    second()
    await settled(store)
  })

  it('shows what was sent elsewhere while an answer streamed here, once it ends', async () => {
    const { server, store, shape } = conversation([aTurn({ id: 't1', status: 'running' })])
    await expect.poll(() => server.named('follow')).toEqual(['t1'])
    server.put(aTurn({ id: 't2', number: 2, parentId: 't1' }))
    store.syncLater()
    server.settle('t1')
    await expect.poll(shape).toEqual(['t1 completed', 't2 completed'])
  })

  it('stops the running turn once, also while the page shows another part', async () => {
    const { server, store } = conversation([aTurn({ id: 't1', number: 50, status: 'running' })])
    server.put(aTurn({ id: 'old', number: 2 }))
    server.api.loadTurns = async () => ({
      ok: true,
      value: aPage([aTurn({ id: 'old', number: 2 })], { hasAfter: true, lastNumber: 50 }),
    })
    expect(await store.goTo('old', 2)).toBe(true)
    expect(runningTurn(store.get())?.id).toBe('t1')
    await Promise.all([store.stop(), store.stop()])
    expect(server.named('stopTurn')).toEqual([{ turnId: 't1' }])
  })

  it('puts an edited turn in the place of the old one and drops what followed', async () => {
    const { server, store, shape } = conversation([
      aTurn({ id: 't1' }),
      aTurn({ id: 't2', number: 2 }),
      aTurn({ id: 't3', number: 3, status: 'running' }),
    ])
    expect(await store.edit('t2', 'better words', {})).toBeNull()
    const [, edited] = store.get().turns
    expect(shape()).toEqual(['t1 completed', `${edited?.id} running`])
    expect(edited).toMatchObject({ userText: 'better words', siblings: ['t2', edited?.id] })
    expect(store.get().sessions.map((session) => session.id)).toEqual([edited?.id])
    server.refuseWith(refused)
    expect(await store.edit('t1', 'x', {})).toEqual(refused)
  })

  it('branches off from an earlier turn once the server has the message', async () => {
    const { server, store, shape } = conversation([
      aTurn({ id: 't1' }),
      aTurn({ id: 't2', number: 2, parentId: 't1' }),
      aTurn({ id: 't3', number: 3, parentId: 't2' }),
    ])
    await store.branchFrom('t1')
    expect(store.get().branching).toEqual({ after: 1, besideTurnId: 't2' })
    server.refuseWith(refused)
    const branched = message('instead', { turnId: 't9', besideTurnId: 't2' })
    expect(await store.send(branched)).toEqual(refused)
    expect(shape()).toEqual(['t1 completed', 't2 completed', 't3 completed'])
    server.refuseWith(null)
    expect(await store.send(branched)).toBeNull()
    expect(server.named('startTurn').at(-1)).toMatchObject({ besideTurnId: 't2' })
    expect([shape(), store.get().branching]).toEqual([['t1 completed', 't9 running'], null])
  })

  it('keeps the place, the branch that is to begin and the count of messages when an answer is rated', async () => {
    const server = fakeApi([1, 2, 3].map((number) => aTurn({ id: `t${number}`, number })))
    const turns = [aTurn({ id: 't1' }), aTurn({ id: 't2', number: 2, parentId: 't1' })]
    const page = aPage(turns, { hasAfter: true, lastNumber: 500 })
    const deps = { api: server.api, wait: async () => {}, onFailure: () => {}, now: () => new Date() }
    const store = new ConversationStore('conv_1', page, deps)
    store.choose('t1')
    await store.branchFrom('t1')
    const feedback = { value: 1, reason: '' } as const
    const rate = (turnId: string) => store.judge((api) => api.rateAnswer({ turnId, feedback }))
    await rate('t1')
    const { branching, chosen, lastNumber, hasAfter } = store.get()
    expect(store.get().turns.map((turn) => turn.feedback?.value)).toEqual([1, undefined])
    expect([branching?.after, chosen, lastNumber, hasAfter]).toEqual([1, 't1', 500, true])
    // One that has left the page meanwhile stays away.
    await rate('t3')
    expect(store.get().turns.map(({ id }) => id)).toEqual(['t1', 't2'])
  })

  it('notices its deletion elsewhere, returns a message, and continues once it is restored', async () => {
    const { server, store, shape } = conversation([aTurn({ id: 't1' })])
    server.refuseWith(refused)
    await store.sync()
    expect(store.get().gone).toBe(false) // a server that is not there says nothing of it (control)
    server.refuseWith(missing)
    expect(await store.send(message('hello', { turnId: 't2' }))).toEqual(missing)
    expect([store.get().gone, shape()]).toEqual([true, ['t1 completed']])
    server.refuseWith(null)
    await store.sync()
    expect(store.get().gone).toBe(false)
    const startTurn = server.api.startTurn
    server.api.startTurn = async () => ({ ok: false, error: missing })
    expect(await store.send(message('with a file that is gone', { turnId: 't3' }))).toEqual(missing)
    expect(store.get().gone).toBe(false)
    server.api.startTurn = startTurn
    server.refuseWith(missing)
    await store.sync()
    expect(store.get().gone).toBe(true)
  })
})
