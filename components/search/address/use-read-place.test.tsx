// @vitest-environment happy-dom
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
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
  const { host, render } = mount()
  await render(<List />)
  const box = host.firstElementChild as HTMLElement
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
  vi.useRealTimers()
})
