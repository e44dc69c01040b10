// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { mount } from '../../ui/testing-mount'
import { Plot, valueAxis } from './plot'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))
const points = [1, 2, 3, 4, 5].map(
  (at) => ({ from: at, to: at, numbers: { from: at, to: at }, again: false, turn: null }) as UsagePoint,
)

it.each([
  ['Home', '1'],
  ['ArrowRight', '1'],
  ['ArrowLeft', '5'],
  ['End', '5'],
])('%s leads to message %s while none is selected', async (key, expected) => {
  const { host, render } = mount()
  const nameOf = (index: number) => `message ${index + 1}`
  await render(
    <Plot
      label="Saved"
      height={100}
      points={points}
      all={false}
      axis={valueAxis([1])}
      nameOf={nameOf}
      mark={null}
    >
      <path />
    </Plot>,
  )
  const slider = host.querySelector('[role=slider]')
  await act(async () => slider?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  expect(slider?.getAttribute('aria-valuetext')).toBe(`message ${expected}`)
})
