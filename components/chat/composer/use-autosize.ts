'use client'
import { type RefObject, useLayoutEffect } from 'react'

/** Grows a text box with its text in browsers without `field-sizing: content`. */
export function useAutosize(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const element = box.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [box, text])
}
