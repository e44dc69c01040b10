// @vitest-environment happy-dom
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { SearchHit, SearchPage } from '@/lib/shared/memory/search'
import { useReadPlace } from './use-read-place'

const search = {
  page: { next: null } as SearchPage,
  hits: Array.from({ length: 50 }, () => ({}) as SearchHit),
  stale: false,
  more: () => {},
}
let leave = () => {}
function List() {
  const box = useRef<HTMLDivElement>(null)
  leave = useReadPlace(box, search).leave
  return <div ref={box} />
}

it('keeps where the reader was when the list is reloaded while the opened result loads', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const frame = document.createElement('div')
  const root = createRoot(frame)
  await act(async () => root.render(<List />))
  const box = frame.firstElementChild as HTMLElement
  const scroll = (top: number) => {
    box.scrollTop = top
    box.dispatchEvent(new Event('scroll'))
    vi.runAllTimers()
    return history.state.mnemeRead
  }
  expect(scroll(3_300)).toEqual({ top: 3_300, hits: 50 })
  leave()
  expect(scroll(475)).toEqual({ top: 3_300, hits: 50 })
  dispatchEvent(new Event('pointerdown'))
  expect(scroll(900)).toEqual({ top: 900, hits: 50 })
  await act(async () => root.unmount())
  vi.useRealTimers()
})
