// @vitest-environment happy-dom
import { toast } from 'sonner'
import { beforeEach, expect, it } from 'vitest'
import { fakeApi } from '@/components/chat/testing-api'
import { aPage, aTurn } from '@/components/chat/testing-fixtures'
import { mount } from '@/components/ui/testing-mount'
import { ConversationStore } from '../conversation-store'
import { useTurnHistory } from './turn-history'

const turns = [aTurn({ id: 't1' }), aTurn({ id: 't2', number: 2 })]
type Props = { store: ConversationStore; at: string | null }
function Page({ store, at }: Props) {
  useTurnHistory(store, at, null)
  return null
}
async function open(at: string | null) {
  const server = fakeApi(turns)
  const deps = { api: server.api, wait: async () => {}, onFailure: () => {}, now: () => new Date() }
  const store = new ConversationStore('conv_1', aPage(turns), deps)
  await mount().render(<Page store={store} at={at} />)
  return { server, store }
}

beforeEach(() => {
  history.replaceState(null, '')
  toast.dismiss()
})

it('a link to a message leads to it, and offers its branch if it is not on the one shown', async () => {
  expect((await open('t2')).store.get().target?.turnId).toBe('t2')
  await open(null)
  expect(toast.getToasts()).toEqual([])
  const { server } = await open('t9')
  const [said] = toast.getToasts() as unknown as { title: string; action: { onClick(): void } }[]
  expect(said?.title).toContain('another branch')
  said?.action.onClick()
  expect(server.named('selectBranch')).toEqual([{ turnId: 't9' }])
})
