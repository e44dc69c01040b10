// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { Sheet } from '../sheet'

afterEach(() => vi.unstubAllGlobals())

/** Those that wait for Back; the newest gets it. */
const waiting: FakeWatcher[] = []
class FakeWatcher {
  onclose: (() => void) | null = null
  constructor() {
    waiting.push(this)
  }
  destroy() {
    const at = waiting.indexOf(this)
    if (at >= 0) waiting.splice(at, 1)
  }
}

it('Back closes an open sheet, and again when it stayed open; a closed one leaves Back alone', async () => {
  vi.stubGlobal('CloseWatcher', FakeWatcher)
  const { render } = mount()
  const change = vi.fn()
  const show = (open: boolean) =>
    render(
      <Sheet open={open} onOpenChange={change} title="About this message" from="bottom">
        Memory now
      </Sheet>,
    )
  const back = () => act(async () => waiting.pop()?.onclose?.())
  await show(true)
  await back()
  await back()
  expect(change.mock.calls).toEqual([[false], [false]])
  await show(false)
  expect(waiting).toEqual([])
})
