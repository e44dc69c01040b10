// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { useReadingPlace } from './reading-place'

const VIEW = 500
/** Where the last turn ends, and the room reserved below it. */
const END = 800
const ROOM = 400

function Page() {
  const { setScroller, content, atEnd } = useReadingPlace(true)
  return (
    <main ref={setScroller}>
      <div ref={content}>
        <div>
          <section />
        </div>
      </div>
      {atEnd ? 'at the end' : 'below'}
    </main>
  )
}

it('is at the end while the end of the last turn is in view, whatever room is reserved below it', async () => {
  const { host, render } = mount()
  const view = () => host.querySelector('main') as HTMLElement
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isTurn = this.tagName === 'SECTION'
    return new DOMRect(0, 0, 0, isTurn ? END - view().scrollTop : VIEW)
  })
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(END + ROOM)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW)
  await render(<Page />)
  const scrollTo = (top: number) =>
    act(async () => {
      view().scrollTop = top
      view().dispatchEvent(new Event('scroll'))
    })
  await scrollTo(END - VIEW)
  expect(host.textContent).toBe('at the end')
  await scrollTo(END - VIEW - 100)
  expect(host.textContent).toBe('below')
})
