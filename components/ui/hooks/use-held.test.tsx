// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { useHeld } from './use-held'

const Shown = ({ value, isHeld }: { value: string; isHeld: boolean }) => <p>{useHeld(value, isHeld)}</p>

it('shows the value from before it was held until it is released', async () => {
  const { host, render } = mount()
  const shown = async (value: string, isHeld: boolean) => {
    await render(<Shown value={value} isHeld={isHeld} />)
    return host.textContent
  }
  expect(await shown('first', false)).toBe('first')
  expect(await shown('second', false)).toBe('second')
  expect(await shown('second', true)).toBe('second')
  expect(await shown('third', true)).toBe('second')
  expect(await shown('third', false)).toBe('third')
})
