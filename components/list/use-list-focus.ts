'use client'
import { type RefObject, useEffect, useRef } from 'react'

const isGone = (button: HTMLElement) => !button.isConnected

/** Focuses the button after those that left the list, or the one before them, if nothing has the focus. */
function refocus(list: HTMLElement | null, buttons: readonly HTMLElement[]): boolean {
  if (document.activeElement && document.activeElement !== document.body) return false
  const next = buttons.slice(buttons.findIndex(isGone)).find((one) => one.isConnected)
  const target = next ?? buttons.findLast((one) => one.isConnected) ?? list
  target?.focus()
  return true
}

/** Reloads a list so that focus stays in it when the focused item is gone. */
export function useListFocus(reload: () => Promise<void>, list: RefObject<HTMLElement | null>) {
  const drawn = useRef<HTMLElement[]>([])
  /** The buttons before some of them left. */
  const before = useRef<HTMLElement[]>([])
  const acted = useRef(false)
  const settle = () => {
    if (!acted.current || before.current.length === 0) return
    acted.current = !refocus(list.current, before.current)
    before.current = []
  }
  // After each rendering: the list may be drawn well after the reload, or before it by an event from the server.
  useEffect(() => {
    if (drawn.current.some(isGone)) before.current = drawn.current
    drawn.current = [...(list.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
    settle()
  })
  return async () => {
    acted.current = true
    settle()
    await reload()
  }
}

/** Gives focus back to `target`, which is drawn anew when a form in its place closes. */
export function useFocusAfter(editing: boolean, target: RefObject<HTMLElement | null>) {
  const was = useRef(editing)
  useEffect(() => {
    if (was.current && !editing) target.current?.focus()
    was.current = editing
  }, [editing, target])
}
