/** A value in a text of JSON, perhaps with comments, and where it stands. */
type Node = {
  start: number
  end: number
  /** Of an object; `start` = where the name begins. */
  members?: { name: string; start: number; value: Node }[]
  /** Of a list. */
  items?: Node[]
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[\w.+-]+|[[\]{}:,]/y

/** @throws SyntaxError */
function nodeOf(text: string): Node {
  let at = 0
  const skip = () => {
    SPACE.lastIndex = at
    at += SPACE.exec(text)?.[0].length ?? 0
  }
  const next = (wanted?: string): string => {
    skip()
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0] ?? ''
    if (!token || (wanted && token !== wanted)) throw new SyntaxError(`at character ${at + 1}`)
    at += token.length
    return token
  }
  const isNext = (sign: string) => {
    skip()
    return text[at] === sign
  }
  /** Up to the closing sign; a comma before it is allowed. */
  const list = <T>(close: string, one: () => T): T[] => {
    const found: T[] = []
    while (!isNext(close)) {
      found.push(one())
      if (!isNext(close)) next(',')
    }
    next(close)
    return found
  }
  const value = (): Node => {
    skip()
    const start = at
    const token = next()
    if (token === '{') {
      const members = list('}', () => {
        skip()
        const begin = at
        const name: unknown = JSON.parse(next())
        next(':')
        return { name: String(name), start: begin, value: value() }
      })
      return { start, end: at, members }
    }
    if (token === '[') return { start, items: list(']', value), end: at }
    JSON.parse(token)
    return { start, end: at }
  }
  const root = value()
  skip()
  if (at < text.length || !root.members) throw new SyntaxError(`at character ${at + 1}`)
  return root
}

type Step = string | ((item: string) => boolean)
/** The value at a path of names, and of members and items that a test finds by their text. */
function find(text: string, path: readonly Step[]): { node: Node; owner: Node; start: number } | null {
  let [node, owner] = [nodeOf(text), null as Node | null]
  let { start } = node
  for (const step of path) {
    const children =
      node.members ?? node.items?.map((value) => ({ name: null, value, start: value.start })) ?? []
    const found = children.find(({ name, value, start }) =>
      typeof step === 'string' ? name === step : step(text.slice(start, value.end)),
    )
    if (!found) return null
    owner = node
    node = found.value
    start = found.start
  }
  return owner && { node, owner, start }
}

const childrenOf = ({ members, items }: Node) =>
  members?.map(({ start, value }) => ({ start, end: value.end })) ?? items ?? []

/** The indentation of the line at a position. */
const indentAt = (text: string, at: number) =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? ''

/** Puts an entry behind the last one of an object or list, indented as its file is. */
function insertInto(text: string, into: Node, entry: string): string {
  const last = childrenOf(into).at(-1)
  const outer = indentAt(text, into.start)
  const isFlat = last && !text.slice(into.start, last.start).includes('\n')
  if (isFlat) return `${text.slice(0, last.end)}, ${entry}${text.slice(last.end)}`
  const inner = last ? indentAt(text, last.start) : outer + (/\n([ \t]+)"/.exec(text)?.[1] ?? '  ')
  const lines = entry.split('\n').join(`\n${inner}`)
  return last
    ? `${text.slice(0, last.end)},\n${inner}${lines}${text.slice(last.end)}`
    : `${text.slice(0, into.start + 1)}\n${inner}${lines}\n${outer}${text.slice(into.end - 1)}`
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/**
 * Adds `value` as the member `name` of the object at `path`, or as the last item of the list there. Creates
 * missing parents and leaves every other byte as it is.
 */
export function added(text: string, path: readonly string[], name: string | null, value: unknown): string {
  for (let depth = path.length; depth >= 0; depth--) {
    const at = depth === 0 ? { node: nodeOf(text) } : find(text, path.slice(0, depth))
    if (!at) continue
    const rest = [...path.slice(depth), ...(name === null ? [] : [name])]
    const [first] = rest
    const inner = rest
      .slice(1)
      .reduceRight<unknown>((made, key) => ({ [key]: made }), name === null && first ? [value] : value)
    if (first === undefined ? !at.node.items : !at.node.members)
      throw new SyntaxError(`"${path.slice(0, depth).join('.')}" is of another kind`)
    return insertInto(
      text,
      at.node,
      first === undefined ? pretty(value) : `${pretty(first)}: ${pretty(inner)}`,
    )
  }
  return text
}

/** Removes what is at `path`, and then each object or list on the way that this leaves empty. */
export function removed(text: string, path: readonly Step[]): string {
  const found = find(text, path)
  if (!found) return text
  const { node, owner, start } = found
  const all = childrenOf(owner)
  const i = all.findIndex((one) => one.start === start)
  const [before, after] = [all[i - 1], all[i + 1]]
  const without = before
    ? text.slice(0, before.end) + text.slice(node.end)
    : after
      ? text.slice(0, start) + text.slice(after.start)
      : text.slice(0, owner.start + 1) + text.slice(owner.end - 1)
  return before || after || path.length === 1 ? without : removed(without, path.slice(0, -1))
}
