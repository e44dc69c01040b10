'use client'
import { type RefObject, useEffect, useRef } from 'react'

/** Gives focus back to `target`, which is drawn anew when a form in its place closes. */
export function useFocusAfter(editing: boolean, target: RefObject<HTMLElement | null>) {
  const was = useRef(editing)
  useEffect(() => {
    if (was.current && !editing) target.current?.focus()
    was.current = editing
  }, [editing, target])
}
