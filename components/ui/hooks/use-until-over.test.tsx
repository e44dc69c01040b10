// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mount } from '../testing-mount'
import { useUntilOver } from './use-until-over'

const Offer = ({ entry }: { entry: { undoMs: number } | undefined }) => (useUntilOver(entry) ? 'Undo' : '-')
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('offers it for as long as the server says, whatever the clock of the browser; a new one begins anew', async () => {
  const { host, render } = mount()
  const entry = { undoMs: 30_000 }
  await render(<Offer entry={entry} />)
  vi.setSystemTime('2099-01-01')
  await pass(20_000)
  expect(host.textContent).toBe('Undo')
  // Scrolled away and back.
  await render(null)
  await render(<Offer entry={entry} />)
  await pass(9_999)
  expect(host.textContent).toBe('Undo')
  await pass(1)
  expect(host.textContent).toBe('-')
  await render(<Offer entry={{ undoMs: 5_000 }} />)
  expect(host.textContent).toBe('Undo')
  await render(<Offer entry={undefined} />)
  expect(host.textContent).toBe('-')
})
