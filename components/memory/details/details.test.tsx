// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { Markdown } from '@/components/ui/markdown/markdown'
import { mount } from '@/components/ui/testing-mount'
import { breath } from '@/lib/shared/breath'
import type { GraphNodeDetails } from '@/lib/shared/memory/graph'
import { CitedSources } from './details'
import { DetailsText } from './details-text'
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

const TEXT = 'A vet [turn 4], and an owner [turn 9 of conversation other]. Nobody [turn 77].'
const cited = [
  { turnId: 't4', turnNumber: 4, conversationId: 'here', at: '', excerpt: 'The vet said so.' },
  { turnId: 't9', turnNumber: 9, conversationId: 'other', at: '', excerpt: 'The owner said so.' },
]

it('numbers the cited turns, selects one that is pressed, and leaves unknown ones as text', async () => {
  const selected: string[] = []
  const details = {
    ...{ cited, sections: [{ title: 'Answer', text: TEXT }], conversationTitle: 'Here' },
    node: { conversationId: 'here' },
  } as unknown as GraphNodeDetails
  const { host, render } = mount()
  await render(
    <CitedSources details={details} onSelect={(id) => selected.push(id)}>
      <Markdown text={TEXT} />
    </CitedSources>,
  )
  expect(host.textContent).toBe('A vet 1, and an owner 2. Nobody [message 77].')
  for (const button of host.querySelectorAll('button')) await act(async () => button.click())
  expect(selected).toEqual(['turn:t4', 'turn:t9'])
})

const TABLE = '| item | spent |\n|---|---:|\n| Tools | 571.20 |'

async function shown(title: string, text: string, path?: string) {
  const { host, render } = mount()
  await render(<DetailsText title={title} text={text} path={path} />)
  // What is loaded with the first text, and shown in the next turn of the event loop.
  await act(() => import('@/components/chat/turn/message/typed-text'))
  await act(() => import('@/components/ui/markdown/markdown'))
  await act(() => breath())
  return host
}

it.each([
  ['an answer', 'Answer', undefined],
  ['a Markdown file', 'Content', 'notes/budget.md'],
  ['a message of an imported speaker', 'Caroline', undefined],
])('a table in %s is a table', async (_, title, path) => {
  const host = await shown(title, TABLE, path)
  expect(host.querySelectorAll('td')).toHaveLength(2)
  expect(host.textContent).not.toContain('|')
})

it('what a person typed stays as it was typed, but for its tables, and code is code', async () => {
  const host = await shown('User message', `So far *this*:\n\n${TABLE}`)
  expect(host.textContent).toContain('So far *this*:')
  expect(host.querySelectorAll('td')).toHaveLength(2)
  expect((await shown('Content', '# include', 'a.c')).textContent).toContain('# include')
})

it('a row that a summary quotes is read without its marks', async () => {
  const host = await shown('Summary', 'The answer: | flex | 10 m | £14 |')
  expect(host.textContent).toContain('The answer: flex · 10 m · £14')
})
