import { literally } from '@/lib/base/literally'
import { type StateValue, stateLine } from '@/lib/base/workspace'
import { FORGOTTEN, type IsGone, scrubbed, withoutItems } from './quotes'

/** Lines shorter than this say nothing of where they are from, unless a file has no longer one. */
const TELLING = 12
/** Longer lines are compared by their beginning: a prompt may have cut them. */
const COMPARED = 120
/** Lines of a file that are looked for. */
const MOST_LINES = 400

/**
 * How to know a quotation of files and state values: by a path where a prompt or a tool call names one, else by a line; `within` =
 * also in the middle of one. `scrub` = a stored text of a trace without them, `without` = words about them without names and
 * lines, `unlisted` = a list of values without theirs.
 */
export type FileQuotes = {
  item: IsGone
  tool(text: string): boolean
  names(text: string): boolean
  line(text: string): boolean
  within(text: string): boolean
  scrub(text: string): string
  without(text: string): string
  unlisted(text: string): string
}

/** `of` = the conversation whose files they are, `here` = the one whose texts are looked at; undefined = any. There a name alone tells no file of another conversation, unless the item says which one it is from. */
type Place = { of: string; here?: string }

export function fileQuotes(
  { of, here = of }: Place,
  paths: string[],
  contents: string[],
  state: StateValue[] = [],
): FileQuotes {
  const named = new Set(paths)
  const anyPath = paths.length
    ? new RegExp(
        `(?<![\\w./-])(?:${paths.map((path) => literally(JSON.stringify(path).slice(1, -1))).join('|')})(?![\\w-])`,
        'u',
      )
    : null
  const values = state.map(stateLine)
  const lines = new Set([...contents, ...values].flatMap(tellingLines))
  // Inside JSON a line break is two signs, of which the second would look like the beginning of a name.
  const holdsPath = (text: string) => anyPath?.test(text.replace(/\\[nrt]/g, '  ')) ?? false
  const elsewhere: IsGone = ({ attributes }) =>
    attributes.conversation !== undefined && attributes.conversation !== of
  const says = (text: string) => holdsPath(text) && holdsPath(withoutItems(text, elsewhere))
  const names = (text: string) => here === of && says(text)
  const beginnings = new Set([...lines].map((one) => one.slice(0, COMPARED)))
  const isLine = (given: string) => {
    const one = given.replace(/^(?:\| )+/, '').trim()
    return (
      beginnings.has(one.slice(0, COMPARED)) ||
      (one.length >= TELLING && values.some((value) => value.includes(one)))
    )
  }
  const line = (text: string) =>
    lines.size > 0 && stringsOf(text).some((one) => one.split(/\n|\\n/).some(isLine))
  const unlisted = (text: string) =>
    values.reduce((left, value) => `\n${left}\n`.replaceAll(`\n${value}\n`, '\n').slice(1, -1), text)
  /** The text of a tool call: `{"path":…}` on its first line, or a list of calls and results. */
  const tool = (text: string) => /^[[{]/.test(text) && (names(text) || line(text))
  const item: IsGone = ({ attributes, lines: body }) => {
    const own = (attributes.conversation ?? here) === of
    if (attributes.file !== undefined) return own && named.has(attributes.file)
    const text = body.join('\n')
    if (attributes.state !== undefined) return own && line(stateLine({ key: attributes.state, value: text }))
    if (own && quotesFiles(attributes.who) && says(text)) return true
    // Summaries bear no speaker where they stand among summaries; they quote in the middle of a line.
    if (attributes.who === undefined || attributes.who === 'summary') return holdsLine(text)
    return quotesFiles(attributes.who) && line(text)
  }
  const scrub = (text: string) =>
    tool(text)
      ? (exchanges(
          text,
          (one) => names(one) || line(one),
          (one) => scrubbed(one, item),
        ) ?? FORGOTTEN)
      : scrubbed(text, item)
  const holdsLine = (text: string) => line(text) || [...lines].some((one) => text.includes(one))
  const within = (text: string) => names(text) || holdsLine(text)
  const without = (text: string) => {
    const unnamed = anyPath ? text.replace(new RegExp(anyPath.source, 'gu'), FORGOTTEN) : text
    return [...lines]
      .filter((one) => unnamed.includes(one))
      .reduce((left, one) => left.replaceAll(one, FORGOTTEN), unnamed)
  }
  return { item, tool, names, line, within, scrub, without, unlisted }
}

const quotesFiles = (who: string | undefined) =>
  who === undefined || who === 'summary' || who === 'tool' || who === 'file'

function tellingLines(content: string): string[] {
  const all = content.split('\n').map((line) => line.trim())
  const longest = Math.max(0, ...all.map((line) => line.length))
  return all
    .filter((line) => line.length > 0 && line.length >= Math.min(TELLING, longest))
    .slice(0, MOST_LINES)
}

/** A text, and the texts within it where it is JSON. */
function stringsOf(text: string): string[] {
  if (!/^[[{]/.test(text)) return [text]
  const found = [text]
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
    return found
  } catch {
    return found
  }
}

type Call = { id?: unknown; args?: unknown }
type Result = { id?: unknown; text?: unknown }
/** Stored exchanges of a step without the calls that are about something, and what these gave, other results as `scrub` leaves them; null when the text is no list of exchanges. */
function exchanges(
  text: string,
  isAbout: (text: string) => boolean,
  scrub: (text: string) => string,
): string | null {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return null
    const without = (exchange: { calls?: Call[]; results?: Result[] }) => {
      const gone = new Set<unknown>()
      for (const call of exchange.calls ?? []) if (isAbout(JSON.stringify(call.args ?? {}))) gone.add(call.id)
      for (const result of exchange.results ?? []) if (isAbout(String(result.text ?? ''))) gone.add(result.id)
      return {
        ...exchange,
        ...(exchange.calls
          ? { calls: exchange.calls.map((call) => (gone.has(call.id) ? { ...call, args: {} } : call)) }
          : {}),
        ...(exchange.results
          ? {
              results: exchange.results.map((result) => ({
                ...result,
                text: gone.has(result.id) ? FORGOTTEN : scrub(String(result.text ?? '')),
              })),
            }
          : {}),
      }
    }
    return JSON.stringify(list.map(without))
  } catch {
    return null
  }
}
