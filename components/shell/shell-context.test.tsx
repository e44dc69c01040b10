// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import type { ConversationDto } from '@/lib/shared/dto'
import { server } from './actions'
import { parsePreferences } from './preferences'
import { ShellProvider, useShell } from './shell-context'

vi.mock('./actions', () => ({ server: { listConversations: vi.fn(), listTags: vi.fn() } }))
vi.mock('./changes', async (original) => ({ ...(await original<object>()), useChangePolling: () => true }))
vi.mock('next/navigation', () => ({ usePathname: () => '/' }))

const at = '2026-05-01T10:00:00.000Z'
const SAMPLE = { id: 'conv_s', title: 'A repair café', sample: true, updatedAt: at } as ConversationDto

const seen: boolean[] = []
function Page() {
  const { hasSample, refreshConversations } = useShell()
  seen.push(hasSample)
  return <button type="button" onClick={() => void refreshConversations()} />
}

it('no longer offers the sample when it comes back from the trash', async () => {
  vi.mocked(server.listConversations).mockResolvedValue({ ok: true, value: [SAMPLE] })
  vi.mocked(server.listTags).mockResolvedValue({ ok: true, value: [] })
  const data = { rev: 1, conversations: [], tags: [], settings: [], hasArchived: false, hasSample: false }
  const more = { provider: {}, storage: {}, undoMs: 1, signedInAs: null }
  await mount().render(
    <ShellProvider data={{ ...data, ...more } as never} preferences={parsePreferences(undefined)}>
      <Page />
    </ShellProvider>,
  )
  await act(async () => document.querySelector('button')?.click())
  expect([seen[0], seen.at(-1)]).toEqual([false, true])
})
