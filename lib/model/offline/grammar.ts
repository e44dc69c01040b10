import { politely } from '@/lib/heuristics/question'
import { isQuoted, masked, unquoted } from './masked'

/** One thing to do on the workspace. `said` = the words of the user it was read from. */
export type Command = { said: string } & (
  | { verb: 'list' }
  | { verb: 'read' | 'delete'; path: string }
  | { verb: 'write' | 'append'; path: string; content: string }
  | { verb: 'edit'; path: string; old: string; new: string }
  | { verb: 'search'; query: string }
  | { verb: 'get'; key: string }
  | { verb: 'set'; key: string; value: string }
)
type Verb = Command['verb']

const Q = '\uE000'
const SLOTS: Record<string, string> = {
  '{path}': `(?<path>${Q}+|[^\\s${Q},;:]+)`,
  '{text}': `(?<text>${Q}+|[\\s\\S]+?)`,
  '{old}': `(?<old>${Q}+|[\\s\\S]+?)`,
  '{new}': `(?<new>${Q}+|[\\s\\S]+?)`,
  '{key}': `(?<key>${Q}+|[\\w.-]+)`,
  '{value}': `(?<value>${Q}+|[\\s\\S]+?)`,
  '{the}': '(?:(?:the|a|an|my|this|our)\\s+)?(?:new\\s+)?(?:text\\s+)?',
  '{file}': '(?:(?<file>files?)\\s+)?(?:(?:called|named)\\s+)?',
}
const compile = (pattern: string) => {
  let source = pattern.replaceAll(' ', '\\s+')
  for (const [slot, expression] of Object.entries(SLOTS)) source = source.replaceAll(slot, expression)
  return new RegExp(`^${source}$`, 'id')
}
const rule = (verb: Verb, ...patterns: string[]) => ({ verb, patterns: patterns.map(compile) })

const HOLDING =
  '(?:with(?: the)?(?: text| content| contents)?|containing(?: the text)?|that (?:contains|says)|which (?:contains|says)|saying|and (?:write|put))(?: (?:in|into) it)?\\s*:?'
const TO_PATH = '{the}{file}{path}'
const OPEN_WRITE = `(?:write|save|put|store) (?:the following|this) (?:to|into|in|as) ${TO_PATH}\\s*:\\s*{text}`
const OPEN_WRITE_TO = `(?:write|save|create)(?: to| into| in)? ${TO_PATH}(?: file)?\\s*:\\s*{text}`
const OPEN_APPEND = `(?:append|add) to ${TO_PATH}\\s*:\\s*{text}`
/** For a long message: its end is the text to write, so nothing after the colon is looked at. */
const LONG_RULES = [rule('append', OPEN_APPEND), rule('write', OPEN_WRITE, OPEN_WRITE_TO)]
const RULES = [
  rule(
    'list',
    '(?:list|show|display)(?: me)?(?: all)?(?: of)?(?: the| my| our)?(?: workspace| current)? files?(?: (?:in|of) (?:the |my |this )?workspace)?',
    'ls',
    '(?:what|which) files (?:are there|do (?:i|we|you) have|exist|are (?:in )?(?:the workspace|here|there))',
  ),
  rule(
    'append',
    '(?:append|add) (?:the )?(?:(?:line|text|words?) )?{text} (?:to|at) (?:the end of )?{the}{file}{path}',
    '(?:append|add) to {the}{file}{path}\\s*:\\s*{text}',
    '(?:append|add) to {the}{file}{path} {text}',
  ),
  rule(
    'edit',
    '(?:edit|change|update|in) {the}{file}{path}\\s*[:,]?(?: and| by| to)? (?:replace|replacing|change|changing) {old} (?:with|by|to|into) {new}',
    '(?:replace|change) {old} (?:with|by|to|into) {new} in {the}{file}{path}',
  ),
  rule('delete', '(?:delete|remove|erase) {the}{file}{path}(?: file)?'),
  rule(
    'search',
    '(?:search|grep)(?: in| through)?(?: all)?(?: the| my| our)?(?: workspace)?(?: files?| workspace) for {text}',
    '(?:find|search for|search|grep) {text} in (?:all )?(?:the |my |our )?(?:workspace )?(?:files|workspace)',
    'grep {text}',
  ),
  rule('get', '(?:get|read|show)(?: me)?(?: the)? (?:state|value)(?: of)?(?: the)?(?: state)?(?: key)? {key}', "(?:what is|what's)(?: the)? state(?: of| key)? {key}"),
  rule('set', 'set(?: the)?(?: state| value)?(?: of)?(?: key)? {key}(?: to| as|\\s*=|:) {value}', 'set(?: the)?(?: state)?(?: key)? {key}={value}'),
  rule(
    'write',
    `(?:write|create|make|save|add|overwrite)(?: me)? {the}{file}{path}(?: file)? ${HOLDING} {text}`,
    OPEN_WRITE,
    OPEN_WRITE_TO,
    '(?:write|save|put|store) {text} (?:to|into|in|as|under) {the}{file}{path}',
    '(?:write|save)(?: to| into) {the}{file}{path} {text}',
    '(?:create|make) {the}(?:empty )?{the}{file}{path}',
  ),
  rule(
    'read',
    '(?:read|open|show|display|print|cat|view)(?: me)?(?: the)?(?: contents? of)? {the}{file}{path}(?: file)?',
    "(?:what is|what's|what’s) in {the}{file}{path}",
    'what does {the}{file}{path} (?:say|contain|hold)',
  ),
]
const STARTS =
  /^(?:list|show|display|ls|what|which|append|add|edit|change|update|in|replace|delete|remove|erase|search|grep|find|get|set|write|create|make|save|put|store|overwrite|read|open|print|cat|view)\b/i

/** A name is a path when it is quoted, has an extension or a folder, is announced by the word "file", or is "it" (the file named before). */
const pathLike = (path: string, announced: boolean) => isQuoted(path) || announced || /^[^\s/]*\.[\p{L}\p{N}]{1,10}$|\//u.test(path)
const DESCRIBES = /^(?:an?|some|the|my|me|something|anything|it|this|that|down)\b/i

/** Unquoted characters above which only the colon forms are read, and joints above which no more are tried: both bound the time. */
const LONG = 4_000
const MAX_JOINTS = 40

function commandIn(sentence: string, last: string | null): Command | null {
  const text = politely(sentence.trim()).replace(/\s+$/, '')
  const mask = masked(text)
  const end = mask.replace(/[.!?\s]+$/, '').length
  for (const { verb, patterns } of mask.replaceAll(Q, '').length > LONG ? LONG_RULES : RULES)
    for (const pattern of patterns) {
      const match = pattern.exec(mask.slice(0, end))
      if (!match) continue
      const slice = (name: string) => {
        const range = match.indices?.groups?.[name]
        return range ? text.slice(range[0], range[1]) : ''
      }
      const said = text.slice(0, end)
      const range = match.indices?.groups?.text
      const value = unquoted(range && range[1] === end ? text.slice(range[0]) : slice('text'))
      if (verb === 'list') return { verb, said }
      if (verb === 'search') return { verb, said, query: value }
      if (verb === 'get') return { verb, said, key: unquoted(slice('key')) }
      if (verb === 'set') return { verb, said, key: unquoted(slice('key')), value: unquoted(slice('value')) }
      const name = slice('path')
      const path = /^(?:it|that|this)$/i.test(name) && last ? last : pathLike(name, slice('file') !== '') ? unquoted(name) : null
      if (path === null || path === '') continue
      if (verb === 'read' || verb === 'delete') return { verb, said, path }
      if (verb === 'edit') return { verb, said, path, old: unquoted(slice('old')), new: unquoted(slice('new')) }
      if ((verb === 'write' || verb === 'append') && !isQuoted(slice('text')) && DESCRIBES.test(value)) continue
      return { verb, said, path, content: value }
    }
  return null
}

const JOINT = /\s*[,;.]?\s*\b(?:and then|and afterwards|after that|then|followed by|and)\b,?\s+|[.;!?]\s+|\s*\n+\s*(?:\d+[.)]\s+|[-*]\s+)?/gi

type Sequence = { commands: Command[]; rest: string[] }

/** Reads "X and then Y": the shortest head that is a command, if what follows is one too; else the whole. */
function sequence(text: string, last: string | null): Sequence | null {
  const mask = masked(text)
  const joints = mask.replaceAll(Q, '').length > LONG ? [] : [...mask.matchAll(JOINT)].slice(0, MAX_JOINTS)
  for (const joint of joints) {
    const head = commandIn(text.slice(0, joint.index), last)
    if (!head) continue
    const tail = text.slice(joint.index + joint[0].length)
    if (!STARTS.test(politely(tail))) continue
    const following = sequence(tail, 'path' in head ? head.path : last)
    if (following) return { commands: [head, ...following.commands], rest: following.rest }
  }
  const whole = commandIn(text, last)
  if (whole) return { commands: [whole], rest: [] }
  for (const joint of joints) {
    const head = commandIn(text.slice(0, joint.index), last)
    const tail = text.slice(joint.index + joint[0].length).trim()
    if (head && tail) return { commands: [head], rest: /then|after/i.test(joint[0]) || STARTS.test(politely(tail)) ? [tail] : [] }
  }
  return null
}

/** Reads like work on a file, whether the grammar knows it or not. */
export const looksLikeCommand = (task: string): boolean =>
  (STARTS.test(politely(task)) || /^(?:rename|move|copy|run|execute|download|convert)\b/i.test(politely(task))) &&
  /(?:^|\s)[`"“]?[\w/-]+\.[a-z0-9]{1,8}(?=$|[\s`"”,.!?])/i.test(task)

const MAX_CHARS = 100_000
/** In a longer message, or after a colon, a quotation mark or a line break, only its beginning may command: what follows is likely pasted text. */
const SHORT = 400

/**
 * The commands of a message, in order, and what follows them that was not understood; null when it holds none. A message commands when it begins with a command,
 * or, if short, from the first sentence on that is one.
 */
export function commandsIn(task: string): Sequence | null {
  const text = task.trim().replace(/^(?:\d+[.)]|[-*])\s+/, '')
  if (text.length === 0 || text.length > MAX_CHARS) return null
  const first = STARTS.test(politely(text)) ? sequence(text, null) : null
  if (first || text.length > SHORT) return first
  const lead = /[:"“„«>\n]/.exec(text)?.index ?? text.length
  for (const joint of masked(text).matchAll(/[.!]\s+|\n+/g)) {
    if (joint.index > lead) return null
    const tail = text.slice(joint.index + joint[0].length)
    const found = STARTS.test(politely(tail)) ? sequence(tail, null) : null
    if (found) return found
  }
  return null
}
