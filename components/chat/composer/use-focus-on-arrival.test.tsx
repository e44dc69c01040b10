// @vitest-environment happy-dom
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { useFocusOnArrival } from './use-focus-on-arrival'

const Box = () => {
  const box = useRef<HTMLTextAreaElement>(null)
  useFocusOnArrival(box)
  return <textarea ref={box} />
}

it.each([
  ['a link of the sidebar', 'nav', 'TEXTAREA'],
  ['an image of the page that was still loading', 'section', 'BUTTON'],
])(
  'the message box takes the focus from what was chosen last, or leaves it: %s',
  async (_, place, focused) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    document.body.innerHTML = '<nav><button></button></nav><main><section><button></button></section></main>'
    document.querySelector<HTMLElement>(`${place} button`)?.focus()
    await mount().render(<Box />)
    expect(document.activeElement?.tagName).toBe(focused)
    vi.unstubAllGlobals()
  },
)
