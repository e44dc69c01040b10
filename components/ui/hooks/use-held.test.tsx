// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { useHeld } from './use-held'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const Shown = ({ value, isHeld }: { value: string; isHeld: boolean }) => <p>{useHeld(value, isHeld)}</p>

it('shows the value from before it was held until it is released', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const shown = async (value: string, isHeld: boolean) => {
    await act(async () => root.render(<Shown value={value} isHeld={isHeld} />))
    return place.textContent
  }
  expect(await shown('first', false)).toBe('first')
  expect(await shown('second', false)).toBe('second')
  expect(await shown('second', true)).toBe('second')
  expect(await shown('third', true)).toBe('second')
  expect(await shown('third', false)).toBe('third')
})
