/** A text in this browser's storage; '' = none. */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
export function writeStored(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or blocked; what is on the page stays there.
  }
}
