// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import type { SearchHit } from '@/lib/shared/memory/search'
import { searchMemory } from './api'
import { useSearch } from './use-search'

type Listener = (changes: { kind: string; refId: string }[]) => void
const { listeners } = vi.hoisted(() => ({ listeners: [] as Listener[] }))
const onChanges = (listener: Listener) => {
  listeners.push(listener)
  return () => {}
}
vi.mock('./api', () => ({ searchMemory: vi.fn() }))
vi.mock('../shell/shell-context', () => ({ useShell: () => ({ onChanges }) }))

const hits = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => ({ kind: 'message', refId: `m${from + i}`, excerpt: { text: 'tower' } }) as SearchHit,
  )
const answer = (from: number, to: number, next: string | null) =>
  ({ ok: true, value: { hits: hits(from, to), next, rev: 1 } }) as Awaited<ReturnType<typeof searchMemory>>

const search = { q: 'tower' } as NonNullable<Parameters<typeof useSearch>[0]>
let found = 0
/** As Back does: more until there are as many as before. */
function List() {
  const { hits, page, more } = useSearch(search)
  useLayoutEffect(() => {
    found = hits.length
    if (page && hits.length < 40) more()
  })
  return null
}

it('loads the rest of a list that was reloaded while it grew', async () => {
  const open: (() => void)[] = []
  vi.mocked(searchMemory).mockImplementation(
    ({ cursor }) =>
      new Promise((resolve) =>
        open.push(() => resolve(cursor ? answer(20, 40, null) : answer(0, 20, 'further'))),
      ),
  )
  await mount().render(<List />)
  await act(async () => open.shift()?.())
  await act(async () => listeners.at(-1)?.([{ kind: 'turn', refId: 'of another conversation' }]))
  const [growth, reload] = open.splice(0)
  await act(async () => reload?.())
  await act(async () => growth?.())
  await act(async () => open.shift()?.())
  expect(found).toBe(40)
})
