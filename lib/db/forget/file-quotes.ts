import { literally } from '@/lib/base/literally'
import { type StateValue, stateLine } from '@/lib/base/workspace'
import { FORGOTTEN } from './forgotten'

/** Lines shorter than this say nothing of where they are from, unless a file has no longer one. */
const TELLING = 12
/** Longer lines are compared by their beginning: an excerpt may have cut them. */
const COMPARED = 120
/** Lines of a file that are looked for. */
const MOST_LINES = 400

/**
 * The exact texts of files and state values, for words about a conversation: summaries and excerpts repeat
 * them without saying where they are from. `holds` = a path or a line of them stands in a text, `within` =
 * also in the middle of a line, `without` = a text without them.
 */
export type FileQuotes = {
  holds(text: string): boolean
  within(text: string): boolean
  without(text: string): string
}

export function fileQuotes(paths: string[], contents: string[], state: StateValue[] = []): FileQuotes {
  const anyPath = paths.length
    ? new RegExp(
        `(?<![\\w./-])(?:${paths.map((path) => literally(JSON.stringify(path).slice(1, -1))).join('|')})(?![\\w-])`,
        'u',
      )
    : null
  const values = state.map(stateLine)
  const lines = new Set([...contents, ...values].flatMap(tellingLines))
  const beginnings = new Set([...lines].map((one) => one.slice(0, COMPARED)))
  // Inside JSON a line break is two signs, of which the second would look like the beginning of a name.
  const names = (text: string) => anyPath?.test(text.replace(/\\[nrt]/g, '  ')) ?? false
  const isLine = (given: string) => {
    const one = given.trim()
    return (
      beginnings.has(one.slice(0, COMPARED)) ||
      (one.length >= TELLING && values.some((value) => value.includes(one)))
    )
  }
  const holds = (text: string) => names(text) || (lines.size > 0 && text.split(/\n|\\n/).some(isLine))
  const within = (text: string) => holds(text) || [...lines].some((one) => text.includes(one))
  const without = (text: string) => {
    const unnamed = anyPath ? text.replace(new RegExp(anyPath.source, 'gu'), FORGOTTEN) : text
    return [...lines]
      .filter((one) => unnamed.includes(one))
      .reduce((left, one) => left.replaceAll(one, FORGOTTEN), unnamed)
  }
  return { holds, within, without }
}

function tellingLines(content: string): string[] {
  const all = content.split('\n').map((line) => line.trim())
  const longest = Math.max(0, ...all.map((line) => line.length))
  return all
    .filter((line) => line.length > 0 && line.length >= Math.min(TELLING, longest))
    .slice(0, MOST_LINES)
}
