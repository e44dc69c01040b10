/** Attributes of a quoted item of a prompt (`--- turn=3 who=user`) and its text, line by line. */
export type Quoted = { attributes: Record<string, string>; lines: string[] }
export type IsGone = (item: Quoted) => boolean

const MARK = '| '
export const FORGOTTEN = '(forgotten)'

const decoded = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
const attributesOf = (header: string) =>
  Object.fromEntries(
    header
      .slice(4)
      .split(' ')
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), decoded(pair.slice(pair.indexOf('=') + 1))]),
  )

/** A prompt's text in which the items that are gone say that they were forgotten; items quoted inside of others too, which are of the same conversation unless they name one. Prompts quote line by line, so an item ends where no `| ` follows. */
export function withoutItems(text: string, isGone: IsGone, within: Record<string, string> = {}): string {
  if (!text.includes('--- ')) return text
  const lines = text.split('\n')
  const kept: string[] = []
  for (let i = 0; i < lines.length; ) {
    const header = lines[i++] ?? ''
    if (!header.startsWith('--- ')) {
      kept.push(header)
      continue
    }
    const body: string[] = []
    while (lines[i]?.startsWith(MARK)) body.push((lines[i++] ?? '').slice(MARK.length))
    const attributes = { ...within, ...attributesOf(header) }
    const gone = body.length > 0 && isGone({ attributes, lines: body })
    // The name of a file or a value is part of what is forgotten with it.
    const named = ['file', 'state'].find((name) => attributes[name] !== undefined)
    kept.push(gone && named ? `--- ${named}=${FORGOTTEN}` : header)
    if (gone) kept.push(MARK + FORGOTTEN)
    else if (body.length)
      kept.push(
        ...withoutItems(
          body.join('\n'),
          isGone,
          attributes.conversation === undefined ? {} : { conversation: attributes.conversation },
        )
          .split('\n')
          .map((line) => MARK + line),
      )
  }
  return kept.join('\n')
}

/** The same for plain text, and for JSON with such texts in it (tool calls and results of a step). */
export function scrubbed(text: string, isGone: IsGone): string {
  const plain = withoutItems(text, isGone)
  if (plain !== text || !/^[[{]/.test(text)) return plain
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'string' ? withoutItems(value, isGone) : value,
    )
  } catch {
    return text
  }
}

const span = ({ turn, from, to }: Record<string, string>) =>
  [Number(turn ?? from), Number(turn ?? to)] as const
/** Whether an item is about any of these turn numbers: one turn, or a roll-up that covers one. */
export function about({ attributes }: Quoted, numbers: ReadonlySet<number>): boolean {
  const [from, to] = span(attributes)
  if (!Number.isInteger(from) || !Number.isInteger(to)) return false
  if (from === to) return numbers.has(from)
  for (const number of numbers) if (number >= from && number <= to) return true
  return false
}
