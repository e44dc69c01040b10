import type { toast } from 'sonner'
import { expect, it } from 'vitest'
import { fakeApi } from '@/components/chat/testing-api'
import { aPage, aTurn } from '@/components/chat/testing-fixtures'
import { ConversationStore } from '../conversation/conversation-store'
import { renew } from './renew'

type Toast = [words: string, { action: { label: string; onClick(): void } }]

function conversation() {
  const said: unknown[][] = []
  const say = ((...args: unknown[]) => said.push(args)) as unknown as typeof toast
  const turns = [1, 2, 3].map((number) => aTurn({ id: `t${number}`, number }))
  const server = fakeApi(turns)
  const store = new ConversationStore('conv_1', aPage(turns), {
    api: server.api,
    wait: async () => {},
    onFailure: () => {},
    now: () => new Date(),
  })
  const [first = aTurn({}), , last = aTurn({})] = turns
  return { said, say, server, store, first, last }
}

it('says where the later turns went and leads back to them, unless there are none or it was refused', async () => {
  const { said, say, server, store, first, last } = conversation()
  server.refuseWith({ code: 'unavailable', message: 'Cannot reach Mneme.' })
  await renew(store, first, () => store.edit(first.id, 'no', {}), say)
  server.refuseWith(null)
  await renew(store, last, () => store.regenerate(last.id, {}), say)
  expect(said).toEqual([])
  await renew(store, first, () => store.edit(first.id, 'better words', {}), say)
  const [words, { action }] = said[0] as Toast
  expect([words, action.label]).toEqual([
    'The 2 later messages stay with the earlier version. Memory uses the new one.',
    'Switch back',
  ])
  action.onClick()
  await expect.poll(() => server.named('selectBranch')).toEqual([{ turnId: 't1' }])
})

it('says so of Retry only where it makes a version, since others build on the turn', async () => {
  const { said, say, server, store, first } = conversation()
  const retry = () => renew(store, first, () => store.retry(first.id), say)
  await retry()
  expect(said).toEqual([])
  server.api.retryTurn = ({ turnId }) =>
    server.api.regenerateTurn({ turnId, newTurnId: 't9', clientMessageId: 'm9' })
  await retry()
  expect(said.map(([words]) => words)).toEqual([
    'The 2 later messages stay with the earlier version. Memory uses the new one.',
  ])
})
