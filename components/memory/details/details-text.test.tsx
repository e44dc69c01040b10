// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { breath } from '@/lib/shared/breath'
import { DetailsText } from './details-text'

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
