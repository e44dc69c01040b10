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
