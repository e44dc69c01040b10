// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import type { ConversationDto } from '@/lib/shared/dto'
import { sayForgotten } from '../forget/say-forgotten'
import { server } from '../shell/actions'
import { SampleNote } from './sample-mark'

const shell = vi.hoisted(() => ({
  conversations: [] as { id: string; title: string; sample: boolean }[],
  dropConversation: vi.fn(),
  noteConversation: vi.fn(),
  setHasSample: vi.fn(),
}))
vi.mock('../shell/shell-context', () => ({ useShell: () => shell }))
vi.mock('../shell/actions', () => ({ server: { deleteConversation: vi.fn() } }))
vi.mock('../forget/say-forgotten', () => ({ sayForgotten: vi.fn(), QUOTES_STAY: '' }))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))

const SAMPLE = { id: 'conv_s', title: 'A repair café', sample: true } as ConversationDto
const reload = vi.fn(async () => {})
beforeEach(() => {
  vi.clearAllMocks()
})

it('removes the sample, offers it again on the first page, and takes both back with Undo', async () => {
  shell.conversations = [{ id: 'conv_own', title: 'Mine', sample: false }, SAMPLE]
  vi.mocked(server.deleteConversation).mockResolvedValue({ ok: true, value: { undoMs: 1 } } as never)
  await mount().render(<SampleNote onRemoved={reload} />)
  await act(async () => document.querySelector('button')?.click())
  expect(server.deleteConversation).toHaveBeenCalledWith({ conversationId: SAMPLE.id })
  expect(reload).toHaveBeenCalledOnce()
  expect([shell.dropConversation.mock.calls, shell.setHasSample.mock.calls]).toEqual([
    [[SAMPLE.id]],
    [[false]],
  ])
  const undo = vi.mocked(sayForgotten).mock.calls[0]?.[2]
  undo?.()
  expect([shell.noteConversation.mock.calls, shell.setHasSample.mock.lastCall]).toEqual([[[SAMPLE]], [true]])
})

it('only explains itself while the sample is not in the list', async () => {
  shell.conversations = []
  await mount().render(<SampleNote onRemoved={reload} />)
  expect(document.body.textContent).toContain('From the sample, and used only there')
  expect(document.querySelector('button')).toBeNull()
})
