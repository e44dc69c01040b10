type Key = {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  keyCode: number
  nativeEvent: { isComposing: boolean }
}

/** Enter sends. Shift Enter is a new line; Enter that confirms an input method's choice (229, or composing) belongs to the input method. */
export function isSendKey(event: Key): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return false
  return !event.shiftKey && !event.altKey
}
