// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { aConversation } from '@/components/chat/testing-fixtures'
import { mount } from '../ui/testing-mount'
import { parsePreferences } from './preferences'
import { ShellProvider, useShell } from './shell-context'

const listConversations = vi.hoisted(() => vi.fn())
vi.mock('./actions', () => ({ server: { listConversations } }))
vi.mock('./changes', () => ({ useChangePolling: () => true }))
vi.mock('next/navigation', () => ({ usePathname: () => '/' }))

let shell: ReturnType<typeof useShell>
const Probe = () => {
  shell = useShell()
  return null
}
const at = (id: string, pinnedAt: string | null = null) => aConversation({ id, updatedAt: id, pinnedAt })

it('goes on where the pages end, though a conversation just unpinned is older', async () => {
  const conversations = [at('2026-01-05'), at('2026-01-04'), at('2025-01-01', '2026-01-01')]
  const data = { conversations, settings: [], tags: [] } as unknown as Parameters<
    typeof ShellProvider
  >[0]['data']
  await mount().render(
    <ShellProvider data={data} preferences={parsePreferences('')}>
      <Probe />
    </ShellProvider>,
  )
  await act(async () => shell.noteConversation(at('2025-01-01')))
  listConversations.mockResolvedValue({ ok: true, value: [at('2026-01-03')] })
  const more = () => act(async () => void (await shell.moreConversations()))
  await more()
  await more()
  expect(listConversations.mock.calls.map(([asked]) => asked.before.at)).toEqual(['2026-01-04', '2026-01-03'])
  expect(shell.conversations.map(({ id }) => id)).toEqual([
    ...['2026-01-05', '2026-01-04', '2026-01-03', '2025-01-01'],
  ])
})
