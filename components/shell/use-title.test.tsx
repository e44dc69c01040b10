// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import type { Change } from './changes'
import { useTitle } from './use-title'

const server = vi.hoisted(() => ({ titles: {} as Record<string, string>, asked: [] as string[][] }))
const shell = vi.hoisted(() => ({
  conversations: [{ id: 'listed', title: 'Boats' }],
  listeners: new Set<(changes: Change[]) => void>(),
}))
vi.mock('./actions', () => ({
  server: {
    loadTitles: async ({ conversationIds: ids }: { conversationIds: string[] }) => {
      server.asked.push(ids)
      return {
        ok: true,
        value: Object.fromEntries(ids.flatMap((id) => (server.titles[id] ? [[id, server.titles[id]]] : []))),
      }
    },
  },
}))
vi.mock('./shell-context', () => ({
  useShell: () => ({
    conversations: shell.conversations,
    onChanges: (listener: (changes: Change[]) => void) => {
      shell.listeners.add(listener)
      return () => shell.listeners.delete(listener)
    },
  }),
}))

const Title = ({ id }: { id: string }) => <li>{useTitle(id) ?? '?'}</li>
beforeEach(() => {
  server.asked = []
})

it('names listed conversations at once, batches the others, and reloads one that changes', async () => {
  server.titles = { old: 'Bike repair', older: 'Lisbon' }
  const { host, render, unmount } = mount(document.createElement('ul'))
  const shown = () => [...host.children].map((child) => child.textContent)
  await render(['listed', 'old', 'older', 'gone', 'old'].map((id, i) => <Title key={String(i)} id={id} />))
  expect([shown(), server.asked]).toEqual([
    ['Boats', 'Bike repair', 'Lisbon', '?', 'Bike repair'],
    [['old', 'older', 'gone']],
  ])
  server.titles = { older: 'Lisbon' }
  await act(async () => {
    for (const listener of shell.listeners) listener([{ kind: 'conversation', refId: 'old', op: 'put' }])
  })
  expect([shown(), server.asked.slice(1)]).toEqual([['Boats', '?', 'Lisbon', '?', '?'], [['old']]])
  await unmount()
  expect(shell.listeners.size).toBe(0)
})
