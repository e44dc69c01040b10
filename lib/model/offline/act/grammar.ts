import { politely } from '@/lib/heuristics/question'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import type { Performed } from '@/lib/model/offline/view'

/** One thing to do in the workspace, with the arguments of its tool. `said` = the user's words. */
export type Command = { said: string } & (
  | { verb: 'list' }
  | { verb: 'read' | 'delete'; path: string }
  | { verb: 'write' | 'append'; path: string; text: string }
  | { verb: 'edit'; path: string; find: string; replace: string }
)
type Verb = Command['verb']

const MASK = '\uE000'
/** Quotations that are closed, and blocks of code up to their end. */
const QUOTATION = /```[\s\S]*?(?:```|$)|`[^`\n]+`|"[^"\n]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»/g
const masked = (text: string) => text.replace(QUOTATION, (quotation) => MASK.repeat(quotation.length))
const isQuoted = (text: string) => text !== '' && masked(text) === MASK.repeat(text.length)
const withoutQuotes = (text: string) => {
  if (!isQuoted(text)) return text
  return text.startsWith('```') ? text.replace(/^```[^\n]*\n?/, '').replace(/\n?```$/, '') : text.slice(1, -1)
}

const SLOTS: Record<string, string> = {
  '{path}': `(?<path>${MASK}+|[^\\s${MASK},;:]+)`,
  '{text}': `(?<text>${MASK}+|[\\s\\S]+?)`,
  '{old}': `(?<old>${MASK}+|[\\s\\S]+?)`,
  '{the}':
    '(?:(?:the|a|an|my|this|our)\\s+)?(?:new\\s+)?(?:text\\s+)?(?:(?<file>files?)\\s+)?(?:(?:called|named)\\s+)?',
}
const HOLDING =
  '(?:with|containing|that (?:contains|says)|saying)(?: the)?(?: text| content| contents)?\\s*:?'
/** The forms of each command, first those with a colon. */
const FORMS: readonly [Verb, RegExp][] = (
  [
    ['append', '(?:append|add) to {the}{path}\\s*:\\s*{text}'],
    ['write', '(?:write|save|create)(?: to| into| in)? {the}{path}\\s*:\\s*{text}'],
    ['list', '(?:list|show|display)(?: me)?(?: all)?(?: of)?(?: the| my| our)?(?: workspace)? files?|ls'],
    ['list', '(?:what|which) files (?:are there|do (?:i|we|you) have|exist|are in the workspace)'],
    ['append', '(?:append|add) {text} (?:to|at) (?:the end of )?{the}{path}'],
    ['edit', '(?:edit|change|update|in) {the}{path}\\s*[:,]? (?:replace|change) {old} (?:with|by|to) {text}'],
    ['edit', '(?:replace|change) {old} (?:with|by|to|into) {text} in {the}{path}'],
    ['delete', '(?:delete|remove|erase) {the}{path}(?: file)?'],
    ['write', `(?:write|create|make|save|add)(?: me)? {the}{path}(?: file)? ${HOLDING} {text}`],
    ['write', '(?:write|save|put|store) {text} (?:to|into|in|as|under) {the}{path}'],
    ['write', '(?:create|make) (?:an? )?(?:empty )?{the}{path}'],
    ['read', '(?:read|open|show|display|print|cat|view)(?: me)?(?: the contents? of)? {the}{path}(?: file)?'],
    ['read', "(?:what is|what['’]s) in {the}{path}"],
  ] as const
).map(([verb, form]) => {
  const filled = Object.entries(SLOTS).reduce(
    (source, [slot, expression]) => source.replaceAll(slot, expression),
    form.replaceAll(' ', '\\s+'),
  )
  return [verb, new RegExp(`^(?:${filled})$`, 'id')]
})
/** What follows the colon is text to write, up to the end of the message unless it is quoted. */
const COLON = FORMS.slice(0, 2)
const TEXT_AFTER_COLON = new RegExp(`^[^\\n:]{1,200}:\\s*(?!\\s|${MASK})`)
const STARTS =
  /^(?:list|show|display|ls|what|which|append|add|edit|change|update|in|replace|delete|remove|erase|write|create|make|save|put|store|read|open|print|cat|view)\b/i

/** A name is a path if it is quoted, has an extension or a folder, or follows the word "file". */
const isPath = (name: string, announced: boolean) =>
  isQuoted(name) || announced || /^[^\s/]*\.[\p{L}\p{N}]{1,10}$|\//u.test(name)
/** "Write a poem to my mother" gives no text to write. */
const DESCRIBES = /^(?:an?|some|the|my|me|something|anything|it|this|that|down)\b/i

function commandIn(sentence: string, forms = FORMS): Command | null {
  const text = politely(sentence.trim()).replace(/[\s.!?]{1,20}$/, '')
  const mask = masked(text)
  for (const [verb, form] of forms) {
    const match = form.exec(mask)
    if (!match) continue
    if (verb === 'list') return { verb, said: text }
    const places = match.indices?.groups ?? {}
    const slice = (name: string) => text.slice(...(places[name] ?? [0, 0])).trim()
    const [name, given] = [slice('path'), slice('text')]
    if (!isPath(name, slice('file') !== '')) continue
    const [path, written] = [withoutQuotes(name), withoutQuotes(given)]
    if (verb === 'edit')
      return { verb, said: text, path, find: withoutQuotes(slice('old')), replace: written }
    if (verb === 'read' || verb === 'delete') return { verb, said: text, path }
    const isClear =
      given === '' || isQuoted(given) || COLON.some(([, one]) => one === form) || !DESCRIBES.test(given)
    if (isClear) return { verb, said: text, path, text: written }
  }
  return null
}

const JOINT = /\s*[,;.]?\s*\b(?:and then|then|and)\b,?\s+|[.;!?]\s+|\s*\n+\s*(?:\d+[.)]\s+|[-*]\s+)?/gi
function partsOf(text: string): string[] {
  const ends = [...masked(text).matchAll(JOINT)]
  return [...ends, null].map((end, i) => {
    const last = ends[i - 1]
    return text.slice(last ? last.index + last[0].length : 0, end?.index)
  })
}

/** Looks like work on a file, even if the grammar does not know it. */
export const looksLikeCommand = (task: string): boolean =>
  (STARTS.test(politely(task)) ||
    /^(?:rename|move|copy|run|execute|download|convert|search|find)\b/i.test(politely(task))) &&
  /(?:^|\s)[`"“]?[\w/-]+\.[a-z0-9]{1,8}(?=$|[\s`"”,.!?])/i.test(task)

/** Above this many unquoted characters only the colon forms are read, which bounds the time. */
const LONG = 4_000

/** The commands at the beginning of a message, and what else it orders; null = no commands. */
export function commandsIn(message: string): { commands: Command[]; rest: string[] } | null {
  const text = message.trim().replace(/^(?:\d+[.)]|[-*])\s+/, '')
  if (!STARTS.test(politely(text))) return null
  const mask = masked(text)
  const isLong = mask.replaceAll(MASK, '').length > LONG
  const whole = TEXT_AFTER_COLON.test(mask) ? commandIn(text, COLON) : null
  if (whole || isLong) return whole && { commands: [whole], rest: [] }
  const parts = partsOf(text)
  const read = parts.map((part) => commandIn(part))
  if (read[0] === null) {
    const one = commandIn(text)
    return one && { commands: [one], rest: [] }
  }
  return {
    commands: read.filter((command) => command !== null),
    rest: parts.filter((part, i) => read[i] === null && STARTS.test(politely(part))),
  }
}

/** How results of the workspace's tools begin after success. Anything else is a refusal. */
const DID: Partial<Record<Command['verb'], RegExp>> = {
  write: /^(?:wrote|saved|created|updated)\b|\bholds exactly this already\b/i,
  append: /^(?:wrote|saved|created|updated|appended)\b|\bholds exactly this already\b/i,
  edit: /^(?:edited|replaced|changed)\b/i,
  delete: /^(?:deleted|removed)\b/i,
}
const REFUSED =
  /^(?:error\b|there is no\b|no such\b|the path\b|the content of\b|the arguments of\b|\S+ could not be carried out\b|cannot\b|could not\b)/i
const HEAD = /^(\S[^\n]*?) \((\d+) bytes?, version \d+(?:, [^)\n]*)?\)(?: is empty\.$|:\n)/

export function succeeded(verb: Command['verb'], { failed, result }: Performed): boolean {
  if (failed) return false
  const did = DID[verb]
  return did ? did.test(result.trim()) : HEAD.test(result) || !REFUSED.test(result.trim())
}

/** The text that a read gave, and from its heading the path and the size of the whole file. */
export function readResult(result: string): { text: string; path: string; bytes: number | null } {
  const head = HEAD.exec(result)
  return head
    ? { text: result.slice(head[0].length), path: head[1] ?? '', bytes: Number(head[2]) }
    : { text: result, path: '', bytes: null }
}

/** The sentences of a user's message. Of commands, only the text to write counts. */
export function told(text: string): string[] {
  const commands = commandsIn(text)?.commands
  if (!commands) return sentencesOf(text)
  return commands.flatMap((command) =>
    command.verb === 'write' || command.verb === 'append' ? sentencesOf(command.text) : [],
  )
}
