/**
 * The names in ChatGPT and Claude exports: conversations.json, conversations-000.json, and browsers' names
 * for a second download.
 */
const CONVERSATIONS = /^conversations(?:[-_. ]?\d{1,9})?(?: ?\(\d{1,3}\))?\.json$/i
const JSON_FILE = /\.(?:json|jsonl|ndjson)$/i
const order = new Intl.Collator('en', { numeric: true })

const parts = (name: string) => name.split('/')
const last = (name: string) => parts(name).at(-1) ?? ''
/** Files that systems add by themselves: .DS_Store, __MACOSX/…, ._conversations.json. */
const isHidden = (name: string) => parts(name).some((part) => part.startsWith('.') || part === '__MACOSX')

/**
 * The files with conversations, by name (`/` separates folders) and in numeric order. A single JSON file
 * counts whatever its name is.
 */
export function conversationFiles<T extends { name: string }>(files: readonly T[]): T[] {
  const seen = files.filter(({ name }) => JSON_FILE.test(name) && !isHidden(name))
  const named = seen.filter(({ name }) => CONVERSATIONS.test(last(name)))
  if (named.length) return named.sort((a, b) => order.compare(a.name, b.name))
  return seen.length === 1 ? seen : []
}

/**
 * An impossible name (`../`, `\\`, a drive, NUL) as a careless reader would take it, so that a file which may
 * be meant to be read is reported.
 */
export const carelessName = (name: string) =>
  (name.split('\0')[0] ?? '')
    .replace(/\\/g, '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
