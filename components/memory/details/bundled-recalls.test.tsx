// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { BundledRecalls } from './link-details'

it('names each recall, leads to it, and says how many more there are', async () => {
  const recall = {
    ...{ turnId: 'b', number: 38, conversationId: 'c', found: 'a', foundNumber: 3 },
    text: 'Not repaired: **microwaves**',
  }
  const load = async () => ({ ok: true as const, value: { recalls: [recall], all: 13 } })
  const open = vi.fn()
  await mount().render(
    <BundledRecalls bundle={{ from: 'topic:t', to: 'topic:u' }} onOpen={open} load={load} />,
  )
  const row = document.querySelector('li button')
  expect(row?.textContent).toBe('Message 38 recalled message 3: Not repaired: microwaves')
  expect(document.body.textContent).toContain('and 12 more')
  await act(async () => (row as HTMLElement).click())
  expect(open).toHaveBeenCalledWith(recall)
})
