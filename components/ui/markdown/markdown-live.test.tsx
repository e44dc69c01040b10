// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Markdown } from './markdown'
import { CitationRenderer } from './markdown-elements'

const PARAGRAPH = `${'Some words of an answer. '.repeat(8)}As said [turn 1].\n\n`
let root: Root
let place: HTMLElement
const rendered: number[] = []
const cite = (turn: number) => {
  rendered.push(turn)
  return <mark>{turn}</mark>
}
const show = (text: string, props: { live?: boolean; later?: boolean }) =>
  act(() =>
    root.render(
      <CitationRenderer value={cite}>
        <Markdown text={text} {...props} />
      </CitationRenderer>,
    ),
  )

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  rendered.length = 0
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('Markdown that grows', () => {
  it('renders what is finished once, and what it adds at once', () => {
    const start = PARAGRAPH.repeat(60)
    show(start, { live: true })
    act(() => vi.runAllTimers())
    const before = rendered.length
    expect(before).toBeGreaterThanOrEqual(60)
    for (let i = 1; i <= 40; i++) show(start + 'more '.repeat(i), { live: true })
    // Each addition parses only the last piece again.
    const perAddition = (rendered.length - before) / 40
    expect(perAddition).toBeLessThan(25)
    const [last] = [...place.querySelectorAll('p')].slice(-1)
    expect(last?.textContent).toContain('more more')
    const settled = rendered.length
    show(start + 'more '.repeat(40), { live: false })
    expect(rendered.length - settled).toBeLessThan(25)
  })

  it('is formatted when the page has time, if it may be later', () => {
    show('Some **bold** words.', { later: true })
    expect(place.querySelector('strong')).toBeNull()
    expect(place.querySelector('.text-bars')?.textContent).toBe('Some **bold** words.')
    act(() => vi.runAllTimers())
    expect(place.querySelector('strong')?.textContent).toBe('bold')
    expect(place.querySelector('[data-later], .text-bars')).toBeNull()
  })

  it('formats a paragraph of too many marks in parts when that is wanted', () => {
    show('*a_'.repeat(1_500), {})
    expect(place.querySelectorAll('em')).toHaveLength(0)
    const button = [...place.querySelectorAll('button')].find((one) => one.textContent === 'Show formatted')
    act(() => button?.click())
    act(() => vi.runAllTimers())
    expect(place.querySelector('[role=note]')).toBeNull()
    expect(place.querySelectorAll('em').length).toBeGreaterThan(10)
  })

  it('offers no formatting of what is nested too deep', () => {
    show('- '.repeat(1_501), {})
    expect([...place.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['Copy'])
  })
})
