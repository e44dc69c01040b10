// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BundledRecalls } from './bundled-recalls'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => document.body.replaceChildren())

it('names each recall, leads to it, and says how many more there are', async () => {
  const recall = {
    ...{ turnId: 'b', number: 38, conversationId: 'c', found: 'a', foundNumber: 3 },
    text: 'Not repaired: **microwaves**',
  }
  const load = async () => ({ ok: true as const, value: { recalls: [recall], all: 13 } })
  const open = vi.fn()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(<BundledRecalls bundle={{ from: 'topic:t', to: 'topic:u' }} onOpen={open} load={load} />),
  )
  const row = document.querySelector('li button')
  expect(row?.textContent).toBe('Message 38 recalled message 3: Not repaired: microwaves')
  expect(document.body.textContent).toContain('and 12 more')
  await act(async () => (row as HTMLElement).click())
  expect(open).toHaveBeenCalledWith(recall)
  await act(async () => root.unmount())
})
