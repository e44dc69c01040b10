const LONG = 5_000

/** A class for text with very long words; see `unkerned` in globals.css. */
export const longTextClass = (text: string) => (text.length > LONG ? 'unkerned' : '')
