import { limits } from '@/lib/shared/limits'

/** As ChatGPT and Claude call them: conversations.json, conversations-000.json, and what browsers make of a second download. */
const CONVERSATIONS = /^conversations(?:[-_. ]?\d{1,9})?(?: ?\(\d{1,3}\))?\.json$/i
const JSON_FILE = /\.(?:json|jsonl|ndjson)$/i
const order = new Intl.Collator('en', { numeric: true })

const parts = (name: string) => name.split('/')
const last = (name: string) => parts(name).at(-1) ?? ''
/** What systems put into archives on their own: .DS_Store, __MACOSX/…, ._conversations.json. */
const isHidden = (name: string) => parts(name).some((part) => part.startsWith('.') || part === '__MACOSX')

/** Which files of an archive hold conversations, told by their names (with `/` between folders): in the order of their numbers, wherever the archive has them. One JSON file alone counts whatever it is called. */
export function conversationFiles<T extends { name: string }>(files: readonly T[]): T[] {
  const seen = files.filter(({ name }) => JSON_FILE.test(name) && !isHidden(name))
  const named = seen.filter(({ name }) => CONVERSATIONS.test(last(name)))
  if (named.length) return named.sort((a, b) => order.compare(a.name, b.name))
  return seen.length === 1 ? seen : []
}

/** A name that is impossible (`../`, `\\`, a drive, NUL) as a careless reader would take it: told so that a file that may be meant to be read is not passed over. */
export const carelessName = (name: string) =>
  (name.split('\0')[0] ?? '')
    .replace(/\\/g, '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')

/** Lists what else is in an export of ChatGPT. */
export const isManifest = (name: string) => last(name) === 'export_manifest.json'
const PART = /^(conversations[-_])(\d{1,9})\.json$/i
const NAMED = /(?<![\w-])conversations[-_]\d{1,9}\.json/gi

/** Parts of an export that are not among its files of conversations: gaps in their numbers (ChatGPT's begin with 000), and those that its list of files names. None where the numbers are none of parts, like years. */
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

/** Files of an archive as a report has them. */
export const namedFiles = (names: readonly string[]) => ({
  count: names.length,
  names: names.slice(0, limits.transfer.namedFiles),
})
