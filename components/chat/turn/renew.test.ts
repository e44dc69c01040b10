import type { toast } from 'sonner'
import { expect, it } from 'vitest'
import { fakeApi } from '@/components/chat/testing-api'
import { aPage, aTurn } from '@/components/chat/testing-fixtures'
import { ConversationStore } from '../conversation/conversation-store'
import { renew } from './renew'

type Toast = [words: string, { action: { label: string; onClick(): void } }]

it('says where the later turns went and leads back to them, unless there are none or it was refused', async () => {
  const said: unknown[][] = []
  const say = ((...args: unknown[]) => said.push(args)) as unknown as typeof toast
  const turns = [1, 2, 3].map((number) => aTurn({ id: `t${number}`, number }))
  const [first = aTurn({}), , last = aTurn({})] = turns
  const server = fakeApi(turns)
  const store = new ConversationStore('conv_1', aPage(turns), {
    api: server.api,
    wait: async () => {},
    onFailure: () => {},
    now: () => new Date(),
  })
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
