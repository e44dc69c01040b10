import { limits } from '@/lib/shared/limits'
import { storableText } from '@/lib/shared/storable'

/** conversations.json, conversations-000.json, and the names of a second download. */
const CONVERSATIONS = /^conversations(?:[-_. ]?\d{1,9})?(?: ?\(\d{1,3}\))?\.json$/i
const JSON_FILE = /\.(?:json|jsonl|ndjson)$/i
/** Files of other programs: also chats as text, and AI Studio's, whose names have no ending. */
const CHAT_FILE = /(?:\.(?:json|jsonl|ndjson|txt)|(?:^|\/)[^./]+)$/i
/** What the exports of ChatGPT, Claude and Slack contain besides conversations. */
const SIDE =
  /^(?:user|projects|memories|message_feedback|model_comparisons|shared_conversations|channels|groups|dms|mpims|integration_logs|canvases|lists|file_conversations)\.json$/i
const DAY = /\/\d{4}-\d\d-\d\d\.json$/
const order = new Intl.Collator('en', { numeric: true })

const parts = (name: string) => name.split('/')
const last = (name: string) => parts(name).at(-1) ?? ''
/** Files that systems add by themselves: .DS_Store, __MACOSX/…, ._conversations.json. */
const isHidden = (name: string) => parts(name).some((part) => part.startsWith('.') || part === '__MACOSX')

export const isConversations = (name: string) => CONVERSATIONS.test(last(name))
/**
 * The files with conversations in numeric order: those named so, or a single JSON file, else those of other
 * programs by folder, the outermost first, since Slack names its users there.
 */
export function conversationFiles<T extends { name: string; size?: number }>(files: readonly T[]): T[] {
  const seen = files.filter(({ name }) => !isHidden(name))
  const named = seen.filter(({ name }) => isConversations(name))
  if (named.length) return named.sort((a, b) => order.compare(a.name, b.name))
  const json = seen.filter(({ name }) => JSON_FILE.test(name))
  const hasDays = seen.some(({ name }) => DAY.test(name))
  const chats = seen.filter(
    ({ name, size }) =>
      size && CHAT_FILE.test(name) && !SIDE.test(last(name)) && (hasDays || last(name) !== 'users.json'),
  )
  if (chats.length === 0 || (json.length === 1 && chats.length === 1)) return json.length === 1 ? json : []
  const depth = ({ name }: T) => parts(name).length
  return chats.sort((a, b) => depth(a) - depth(b) || order.compare(a.name, b.name))
}

/** A safe version of an invalid name, so that a file which may be meant to be read is reported. */
export const safeName = (name: string) =>
  (name.split('\0')[0] ?? '')
    .replace(/\\/g, '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')

/** The last part of a path without unsafe characters; null if nothing is left. */
export function fileName(given: string | null | undefined): string | null {
  const name =
    storableText(given ?? '')
      .replace(/\p{Cc}/gu, '')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? ''
  return name.slice(0, limits.transfer.fileChars) || null
}
