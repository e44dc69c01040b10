// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { type Period, weekAt } from '@/lib/shared/memory/calendar'
import { Brush } from './brush'

const first = weekAt(Date.parse('2026-01-05T00:00Z'))
const WEEKS = 20
const turns = Array<number>(WEEKS).fill(3)
const change = vi.fn()
const commit = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
})

/** A strip on which a week is ten pixels wide. */
async function strip(period: Period | null) {
  const { host, render } = mount()
  await render(<Brush first={first} turns={turns} period={period} onChange={change} onCommit={commit} />)
  const element = host.firstElementChild as HTMLElement
  element.getBoundingClientRect = () => ({ left: 0, width: WEEKS * 10 }) as DOMRect
  Object.defineProperty(element, 'clientWidth', { value: WEEKS * 10, configurable: true })
  element.setPointerCapture = () => {}
  const point = (type: string, clientX: number, button = 0) =>
    act(async () => element.dispatchEvent(new PointerEvent(type, { clientX, button, bubbles: true })))
  return {
    press: async (x: number) => {
      await point('pointerdown', x)
      await point('pointerup', x)
    },
    drag: async (from: number, to: number, button = 0) => {
      await point('pointerdown', from, button)
      await point('pointermove', to)
      await point('pointerup', to, button)
    },
    key: (name: string, key: string) =>
      act(async () =>
        element
          .querySelector(`[aria-label="${name}"]`)
          ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      ),
  }
}
const weeks = (from: number, to: number) => ({ from: first + from, to: first + to })

it('a drag over the weeks chooses them, in either direction, and a press their month', async () => {
  const { drag, press } = await strip(null)
  await drag(25, 64)
  await drag(64, 25)
  expect(commit.mock.calls).toEqual([[weeks(2, 6)], [weeks(2, 6)]])
  expect(change).toHaveBeenLastCalledWith(weeks(2, 6))
  // The weeks that begin in February.
  await press(45)
  expect(commit).toHaveBeenLastCalledWith(weeks(4, 7))
})

it('a drag of an edge or of the middle changes what was chosen, within the weeks there are', async () => {
  const { drag } = await strip(weeks(4, 7))
  await drag(40, 20)
  await drag(80, 103)
  await drag(60, 90)
  await drag(60, 900)
  await drag(150, 175)
  expect(commit.mock.calls.map(([period]) => period)).toEqual([
    ...[weeks(2, 7), weeks(4, 9), weeks(7, 10), weeks(16, 19), weeks(15, 17)],
  ])
})

it('a narrow period is moved by its middle, and by its edges from outside', async () => {
  const { drag } = await strip(weeks(4, 4))
  await drag(45, 65)
  await drag(36, 20)
  await drag(54, 70)
  expect(commit.mock.calls).toEqual([[weeks(6, 6)], [weeks(2, 4)], [weeks(4, 6)]])
})

it('a press of another button is no drag', async () => {
  const { drag } = await strip(null)
  await drag(25, 64, 2)
  expect([change, commit].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

it('the arrow keys move an edge, and Escape shows all', async () => {
  const { key } = await strip(weeks(4, 7))
  await key('First week shown', 'ArrowRight')
  await key('Last week shown', 'End')
  await key('First week shown', 'End')
  await key('Last week shown', 'Escape')
  expect(commit.mock.calls.map(([period]) => period)).toEqual([weeks(5, 7), weeks(4, 19), weeks(7, 7), null])
})
