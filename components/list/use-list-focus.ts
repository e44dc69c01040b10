'use client'
import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the button after those that left the list, or the one before them. */
function refocus(list: HTMLElement | null, buttons: readonly HTMLElement[]) {
  if (document.activeElement && document.activeElement !== document.body) return
  const gone = buttons.findIndex((one) => !one.isConnected)
  const next = buttons.slice(gone).find((one) => one.isConnected)
  const target = next ?? buttons.findLast((one) => one.isConnected) ?? list
  target?.focus()
}

/** Reloads a list so that focus stays in it when the focused item is gone. */
export function useListFocus(reload: () => Promise<void>, list: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement[]>([])
  // After each rendering, since the list may be drawn well after the reload.
  useEffect(() => {
    if (before.current.every((one) => one.isConnected)) return
    refocus(list.current, before.current)
    before.current = []
  })
  return async () => {
    before.current = [...(list.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
    await reload()
  }
}
