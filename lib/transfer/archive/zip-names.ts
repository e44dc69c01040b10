import { limits } from '@/lib/shared/limits'

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
 * A safe version of an invalid name (`../`, `\\`, a drive, NUL), so that a file which may be meant to be read
 * is reported.
 */
export const safeName = (name: string) =>
  (name.split('\0')[0] ?? '')
    .replace(/\\/g, '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')

const PART = /^conversations[-_](\d{1,9})(?: ?\(\d{1,3}\))?\.json$/i
const WHOLE = /^conversations(?: ?\(\d{1,3}\))?\.json$/i
/**
 * How many parts of a split export are missing, by gaps in their numbers. ChatGPT starts at 000. None if the
 * numbers are not part numbers, such as years.
 */
export function missingParts(names: readonly string[]): number {
  const digits = names.flatMap((name) => PART.exec(last(name))?.[1] ?? [])
  const numbers = new Set(digits.map(Number))
  const most = Math.max(...numbers)
  if (numbers.size === 0 || most >= limits.transfer.zipTalks) return 0
  const padded = digits.some((number) => /^0\d/.test(number))
  const begin = padded && !names.some((name) => WHOLE.test(last(name))) ? 0 : Math.min(1, ...numbers)
  return most - begin + 1 - numbers.size
}
