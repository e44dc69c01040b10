'use client'
import { useEffect, useEffectEvent } from 'react'
import { isCovered } from '@/components/ui/covered'

/** `above` = of something over the page, such as a panel that Escape closes. */
export type KeyHandler = { run(): void; above: boolean }

/** The handler that gets a key: first those above the page, then the last one mounted. */
export const topmost = (handlers: Iterable<KeyHandler>): KeyHandler | null => {
  const all = [...handlers]
  return all.findLast((handler) => handler.above) ?? all.at(-1) ?? null
}

/** By shortcut: a key, `mod+k`, or `g c`. */
const handlers = new Map<string, Set<KeyHandler>>()
const SEQUENCE_MS = 1_200

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'))

/** Listens to the keys of the page. While typing only `Escape` and `mod+k`. */
export function useShortcuts() {
  useEffect(() => {
    let prefix: { key: string; at: number } | null = null
    const run = (name: string, event: KeyboardEvent) => {
      const found = topmost(handlers.get(name) ?? [])
      if (!found) return false
      event.preventDefault()
      found.run()
      return true
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (event.ctrlKey || event.metaKey) return void run(`mod+${event.key.toLowerCase()}`, event)
      if (isCovered()) return
      if (event.key === 'Escape') return void run('Escape', event)
      if (event.altKey || isTyping(event.target)) return
      const first = prefix && event.timeStamp - prefix.at < SEQUENCE_MS ? prefix.key : null
      prefix = null
      if (first && run(`${first} ${event.key}`, event)) return
      if (!run(event.key, event)) prefix = { key: event.key, at: event.timeStamp }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Runs `action` on a key while mounted. The last one mounted wins, `above` over the page's own. */
export function useShortcut(name: string, action: () => void, { above = false } = {}) {
  const run = useEffectEvent(action)
  useEffect(() => {
    const handler: KeyHandler = { run: () => run(), above }
    const set = handlers.get(name) ?? new Set()
    set.add(handler)
    handlers.set(name, set)
    return () => void set.delete(handler)
  }, [name, above])
}
