import { literally } from '@/lib/base/literally'
import { type StateValue, stateLine } from '@/lib/base/workspace'

/** Shorter lines are too common to identify a file, unless the file has no longer ones. */
const MIN_LINE_CHARS = 12
/** Longer lines are compared by their beginning, because excerpts may truncate them. */
const MAX_COMPARED_CHARS = 120
/** At most this many lines of a file are compared. */
const MAX_LINES = 400

/** Finds quotations of files and state values in excerpts, which do not name their sources. */
export type FileQuotes = {
  /** Whether the text contains a path or a whole line. */
  holds(text: string): boolean
}

export function fileQuotes(paths: string[], contents: string[], state: StateValue[] = []): FileQuotes {
  const anyPath = paths.length
    ? new RegExp(
        `(?<![\\w./-])(?:${paths.map((path) => literally(JSON.stringify(path).slice(1, -1))).join('|')})(?![\\w-])`,
        'u',
      )
    : null
  const values = state.map(stateLine)
  const lines = new Set([...contents, ...values].flatMap(distinctiveLines))
  const beginnings = new Set([...lines].map((one) => one.slice(0, MAX_COMPARED_CHARS)))
  // In JSON a line break is `\n`, whose `n` would look like the start of a name.
  const names = (text: string) => anyPath?.test(text.replace(/\\[nrt]/g, '  ')) ?? false
  const isLine = (given: string) => {
    const one = given.trim()
    return (
      beginnings.has(one.slice(0, MAX_COMPARED_CHARS)) ||
      (one.length >= MIN_LINE_CHARS && values.some((value) => value.includes(one)))
    )
  }
  const holds = (text: string) => names(text) || (lines.size > 0 && text.split(/\n|\\n/).some(isLine))
  return { holds }
}

function distinctiveLines(content: string): string[] {
  const all = content.split('\n').map((line) => line.trim())
  const longest = Math.max(0, ...all.map((line) => line.length))
  return all
    .filter((line) => line.length > 0 && line.length >= Math.min(MIN_LINE_CHARS, longest))
    .slice(0, MAX_LINES)
}
