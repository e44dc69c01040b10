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

/** The file that lists the other files of a ChatGPT export. */
export const isManifest = (name: string) => last(name) === 'export_manifest.json'
const PART = /^(conversations[-_])(\d{1,9})\.json$/i
const NAMED = /(?<![\w-])conversations[-_]\d{1,9}\.json/gi

/**
 * Missing parts of an export: gaps in the numbers (ChatGPT starts at 000), and files on its list. None if the
 * numbers are not part numbers, such as years.
 */
export function missingParts(names: readonly string[], manifest: string): string[] {
  const here = new Set(names.map((name) => last(name).replace(/ ?\(\d{1,3}\)(?=\.json$)/i, '')))
  const parts = [...here].flatMap((name) => {
    const [, stem, digits] = PART.exec(name) ?? []
    return stem && digits ? [{ stem, digits, number: Number(digits) }] : []
  })
  const listed = (manifest.match(NAMED) ?? []).filter((name) => !here.has(name))
  return [...new Set([...gapsOf(parts, here.has('conversations.json')), ...listed])].sort(order.compare)
}

function gapsOf(parts: { stem: string; digits: string; number: number }[], alsoWhole: boolean): string[] {
  const numbers = new Set(parts.map(({ number }) => number))
  const [first, most] = [Math.min(...numbers), Math.max(...numbers)]
  if (parts.length === 0 || most >= limits.transfer.zipTalks) return []
  const begin =
    !alsoWhole && parts.some(({ digits }) => digits.length > 1 && digits.startsWith('0'))
      ? 0
      : Math.min(first, 1)
  const width = Math.min(...parts.map(({ digits }) => digits.length))
  const all = Array.from({ length: most - begin + 1 }, (_, i) => begin + i)
  return all
    .filter((number) => !numbers.has(number))
    .map((number) => `${parts[0]?.stem}${String(number).padStart(width, '0')}.json`)
}

/** Files of an archive as a report lists them. */
export const namedFiles = (names: readonly string[]) => ({
  count: names.length,
  names: names.slice(0, limits.transfer.namedFiles),
})
