import { useState } from 'react'

/** A field's text until `shown` changes; reset while rendering, as an effect could discard typed text. */
export function useText(shown: string) {
  const [text, setText] = useState(shown)
  const [last, setLast] = useState(shown)
  if (last !== shown) {
    setLast(shown)
    setText(shown)
  }
  return [text, setText] as const
}
