import type { KeyboardEvent } from 'react'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'keyCode'> & {
  nativeEvent: { isComposing: boolean }
}

/** Enter sends, Shift Enter starts a line. Enter during composition (229) is the input method's. */
export function isSendKey(event: Key): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false
  return !event.shiftKey && !event.altKey
}

/** Stop takes the place of Send. A click on it this soon is the second half of a double click on Send. */
const SECOND_CLICK_MS = 500

/** A click from the keyboard has `detail` 0. `sentAt` = the `timeStamp` of the click on Send. */
export const isSecondClick = ({ detail, timeStamp }: Pick<UIEvent, 'detail' | 'timeStamp'>, sentAt: number) =>
  detail > 0 && timeStamp - sentAt < SECOND_CLICK_MS
