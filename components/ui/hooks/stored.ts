import type { ZodType } from 'zod'

/** A text in this browser's storage; '' = none. */
export function readStored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
/** A stored value as JSON; null if there is none that fits. */
export function readStoredAs<T>(key: string, schema: ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readStored(key)))
  } catch {
    return null
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
