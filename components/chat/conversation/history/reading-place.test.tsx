// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { useReadingPlace } from './reading-place'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

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
  const box = document.body.appendChild(document.createElement('div'))
  const view = () => box.querySelector('main') as HTMLElement
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isTurn = this.tagName === 'SECTION'
    return new DOMRect(0, 0, 0, isTurn ? END - view().scrollTop : VIEW)
  })
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(END + ROOM)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW)
  const root = createRoot(box)
  await act(async () => root.render(<Page />))
  const scrollTo = (top: number) =>
    act(async () => {
      view().scrollTop = top
      view().dispatchEvent(new Event('scroll'))
    })
  await scrollTo(END - VIEW)
  expect(box.textContent).toBe('at the end')
  await scrollTo(END - VIEW - 100)
  expect(box.textContent).toBe('below')
  await act(async () => root.unmount())
})
