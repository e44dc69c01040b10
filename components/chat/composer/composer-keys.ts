import type { KeyboardEvent } from 'react'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'keyCode'> & {
  nativeEvent: { isComposing: boolean }
}

/**
 * Enter sends and Shift Enter starts a new line. Enter during input method composition (229) belongs to the
 * input method.
 */
export function isSendKey(event: Key): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false
  return !event.shiftKey && !event.altKey
}
