import type { KeyboardEvent } from 'react'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'keyCode'> & {
  nativeEvent: { isComposing: boolean }
}

/** Enter sends, Shift Enter starts a line. Enter during composition (229) is the input method's. */
export function isSendKey(event: Key): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false
  return !event.shiftKey && !event.altKey
}
