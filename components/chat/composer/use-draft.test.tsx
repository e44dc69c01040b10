// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { NEW_DRAFT, readDraft, useDraft } from './use-draft'

type Draft = ReturnType<typeof useDraft>
const seen: Draft[] = []
const now = () => seen.at(-1) as Draft
const Box = ({ id }: { id: string }) => {
  seen.push(useDraft(id))
  return null
}
const kept = () => [readDraft(NEW_DRAFT), readDraft('conv_1')]

beforeEach(() => {
  localStorage.clear()
  seen.length = 0
})

it('what is typed while the first message is sent goes with the conversation once it has its id', async () => {
  const { render, unmount } = mount()
  await render(<Box id={NEW_DRAFT} />)
  const sentAs = now()
  await act(async () => sentAs[1]('and ano'))
  await render(<Box id="conv_1" />)
  expect(now()[0]).toBe('and ano')
  expect(kept()).toEqual(['', 'and ano'])
  // A later message that was sent before, too.
  await act(async () => sentAs[1]('and another'))
  sentAs[2]()
  expect(kept()).toEqual(['', 'and another'])
  sentAs[3]('accepted')
  expect(kept()).toEqual(['', 'accepted'])
  await unmount()
})

it('another conversation keeps its own', async () => {
  const { render, unmount } = mount()
  await render(<Box id={NEW_DRAFT} />)
  await act(async () => now()[1]('for the next one'))
  await unmount()
  const { render: open } = mount()
  await open(<Box id="conv_1" />)
  expect([now()[0], kept()]).toEqual(['', ['for the next one', '']])
})
