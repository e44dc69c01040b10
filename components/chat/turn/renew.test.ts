import { expect, it, vi } from 'vitest'
import { fakeApi } from '@/components/chat/testing-api'
import { aPage, aTurn } from '@/components/chat/testing-fixtures'
import { ConversationStore } from '../conversation/conversation-store'
import { renew } from './renew'

type Toast = [words: string, { action: { label: string; onClick(): void } }]
const said = vi.hoisted(() => [] as unknown[][])
vi.mock('sonner', () => ({ toast: (...args: unknown[]) => said.push(args) }))

it('says where the later turns went and leads back to them, unless there are none or it was refused', async () => {
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
  await renew(store, first, () => store.edit(first.id, 'no', {}))
  server.refuseWith(null)
  await renew(store, last, () => store.regenerate(last.id, {}))
  expect(said).toEqual([])
  await renew(store, first, () => store.edit(first.id, 'better words', {}))
  const [words, { action }] = said[0] as Toast
  expect([words, action.label]).toEqual([
    'The 2 later turns stay with the earlier version. Memory uses the new one.',
    'Switch back',
  ])
  action.onClick()
  await vi.waitFor(() => expect(server.named('selectBranch')).toEqual([{ turnId: 't1' }]))
})
