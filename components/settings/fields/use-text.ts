import { useState } from 'react'

/**
 * The text of a field, until the value shown changes. It is reset while rendering: an effect would run after
 * the field can be typed into, and discard what was typed.
 */
export function useText(shown: string) {
  const [text, setText] = useState(shown)
  const [last, setLast] = useState(shown)
  if (last !== shown) {
    setLast(shown)
    setText(shown)
  }
  return [text, setText] as const
}
