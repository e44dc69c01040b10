import { politely } from '@/lib/heuristics/question'
import { type Command, LONG_RULES, MASKED, RULES, STARTS } from './grammar-rules'
import { isQuoted, masked, unquoted } from './masked'

/** A name is a path if it is quoted, has an extension or a folder, or follows the word "file". */
const pathLike = (path: string, announced: boolean) =>
  isQuoted(path) || announced || /^[^\s/]*\.[\p{L}\p{N}]{1,10}$|\//u.test(path)
const DESCRIBES = /^(?:an?|some|the|my|me|something|anything|it|this|that|down)\b/i

/** Above this many unquoted characters only the colon forms are read. Both limits bound the time. */
const LONG = 4_000
const MAX_JOINTS = 40

/** `literal` = the unquoted rest belongs to the command: all of it after a colon, else up to a "then". */
type Parsed = { command: Command; literal: 'colon' | 'words' | null }

/** Without final marks. A pattern would try every run of marks in the text. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && /[.!?\s]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function commandIn(sentence: string, last: string | null): Parsed | null {
  const text = politely(sentence.trim()).trimEnd()
  const mask = masked(text)
  const end = withoutMarks(mask).length
  const said = text.slice(0, end)
  const rules = mask.replaceAll(MASKED, '').length > LONG ? LONG_RULES : RULES
  for (const { verb, patterns } of rules)
    for (const pattern of patterns) {
      const match = pattern.exec(mask.slice(0, end))
      if (!match) continue
      const places = match.indices?.groups ?? {}
      const slice = (name: string) => text.slice(...(places[name] ?? [0, 0]))
      const part = (name: string) => unquoted(slice(name))
      const plain = (command: Command): Parsed => ({ command, literal: null })
      if (verb === 'list') return plain({ verb, said })
      if (verb === 'search') return plain({ verb, said, text: part('text') })
      if (verb === 'get') return plain({ verb, said, key: part('key') })
      if (verb === 'set') return plain({ verb, said, key: part('key'), value: part('value') })
      const name = slice('path')
      const isLast = last !== null && /^(?:it|that|this)$/i.test(name)
      const isPath = pathLike(name, slice('file') !== '')
      const path = isLast ? last : unquoted(name)
      if ((!isLast && !isPath) || path === '') continue
      if (verb === 'read' || verb === 'delete') return plain({ verb, said, path })
      if (verb === 'edit') return plain({ verb, said, path, find: part('old'), replace: part('new') })
      const [from, to] = places.text ?? [0, 0]
      if (to === 0 || isQuoted(slice('text'))) return plain({ verb, said, path, text: part('text') })
      if (to === end)
        return {
          command: { verb, said, path, text: text.slice(from) },
          literal: /:\s*$/.test(text.slice(0, from)) ? 'colon' : 'words',
        }
      if (!DESCRIBES.test(slice('text'))) return plain({ verb, said, path, text: slice('text').trim() })
    }
  return null
}

const JOINT =
  /\s*[,;.]?\s*\b(?:and then|and afterwards|after that|then|followed by|and)\b,?\s+|[.;!?]\s+|\s*\n+\s*(?:\d+[.)]\s+|[-*]\s+)?/gi

const THEN = /then|after/i

type Sequence = { commands: Command[]; rest: string[] }

/** Reads "X and then Y": the shortest head that is a command if the rest is one, too; else the whole. */
function sequence(text: string, last: string | null): Sequence | null {
  const mask = masked(text)
  const joints =
    mask.replaceAll(MASKED, '').length > LONG ? [] : [...mask.matchAll(JOINT)].slice(0, MAX_JOINTS)
  const splits = (joint: string, literal: Parsed['literal']) =>
    literal === null || (literal === 'words' && THEN.test(joint))
  for (const joint of joints) {
    const head = commandIn(text.slice(0, joint.index), last)
    const tail = text.slice(joint.index + joint[0].length)
    if (!head || !splits(joint[0], head.literal) || !STARTS.test(politely(tail))) continue
    const following = sequence(tail, 'path' in head.command ? head.command.path : last)
    if (following) return { commands: [head.command, ...following.commands], rest: following.rest }
  }
  const whole = commandIn(text, last)
  if (whole) return { commands: [whole.command], rest: [] }
  for (const joint of joints) {
    const head = commandIn(text.slice(0, joint.index), last)
    const tail = text.slice(joint.index + joint[0].length).trim()
    if (!head || !tail) continue
    const isMeant = THEN.test(joint[0]) || STARTS.test(politely(tail))
    return { commands: [head.command], rest: isMeant ? [tail] : [] }
  }
  return null
}

/** Looks like work on a file, even if the grammar does not know it. */
export const looksLikeCommand = (task: string): boolean =>
  (STARTS.test(politely(task)) ||
    /^(?:rename|move|copy|run|execute|download|convert)\b/i.test(politely(task))) &&
  /(?:^|\s)[`"“]?[\w/-]+\.[a-z0-9]{1,8}(?=$|[\s`"”,.!?])/i.test(task)

const MAX_CHARS = 100_000
/** In a longer message, or after a colon, quotation mark or line break, the rest is probably pasted text. */
const SHORT = 400

/**
 * The commands of a message, and the rest that was not understood; null = no commands. A long message must
 * begin with a command; in a short one an earlier sentence may precede it.
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
