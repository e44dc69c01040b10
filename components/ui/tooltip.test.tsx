// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { useShortcut, useShortcuts } from '@/components/shell/keyboard/shortcuts'
import { mount } from './testing-mount'
import { Tooltip, TooltipProvider } from './tooltip'

const stop = vi.fn()
function Stop() {
  useShortcuts()
  useShortcut('Escape', stop)
  return (
    <Tooltip label="Stop answering" keys="Esc">
      <button type="button">Stop</button>
    </Tooltip>
  )
}
const shown = () => document.querySelector('[role=tooltip]') !== null

it('Escape does what the tooltip says, while it is shown; a dialog above keeps the key', async () => {
  const { host, render } = mount()
  await render(
    <TooltipProvider>
      <Stop />
    </TooltipProvider>,
  )
  const press = () =>
    act(async () => {
      const key = { key: 'Escape', bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', key))
    })
  const button = host.querySelector('button')
  await act(async () => button?.focus())
  expect(shown()).toBe(true)
  await press()
  expect([shown(), stop.mock.calls.length]).toEqual([false, 1])

  const dialog = document.createElement('div')
  dialog.role = 'dialog'
  host.append(dialog)
  await act(async () => button?.blur())
  await act(async () => button?.focus())
  expect(shown()).toBe(true)
  await press()
  expect([shown(), stop.mock.calls.length]).toEqual([false, 1])
})
