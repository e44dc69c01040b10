// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { Markdown } from './markdown'
import { CitationRenderer } from './markdown-elements'

const PARAGRAPH = `${'Some words of an answer. '.repeat(8)}As said [turn 1].\n\n`
let page: ReturnType<typeof mount>
const rendered: number[] = []
const cite = (turn: number) => {
  rendered.push(turn)
  return <mark>{turn}</mark>
}
const show = (text: string, props: { live?: boolean; later?: boolean }) =>
  page.render(
    <CitationRenderer value={cite}>
      <Markdown text={text} {...props} />
    </CitationRenderer>,
  )

beforeEach(() => {
  vi.useFakeTimers()
  rendered.length = 0
  page = mount()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Markdown that grows', () => {
  it('renders what is finished once, and what it adds at once', async () => {
    const start = PARAGRAPH.repeat(60)
    await show(start, { live: true })
    act(() => vi.runAllTimers())
    const before = rendered.length
    expect(before).toBeGreaterThanOrEqual(60)
    for (let i = 1; i <= 40; i++) await show(start + 'more '.repeat(i), { live: true })
    // Each addition parses only the last piece again.
    const perAddition = (rendered.length - before) / 40
    expect(perAddition).toBeLessThan(25)
    const [last] = [...page.host.querySelectorAll('p')].slice(-1)
    expect(last?.textContent).toContain('more more')
    const settled = rendered.length
    await show(start + 'more '.repeat(40), { live: false })
    expect(rendered.length - settled).toBeLessThan(25)
  })

  it('is formatted when the page has time, if it may be later', async () => {
    await show('Some **bold** words.', { later: true })
    expect(page.host.querySelector('strong')).toBeNull()
    expect(page.host.querySelector('.text-bars')?.textContent).toBe('Some **bold** words.')
    act(() => vi.runAllTimers())
    expect(page.host.querySelector('strong')?.textContent).toBe('bold')
    expect(page.host.querySelector('[data-later], .text-bars')).toBeNull()
  })
})
