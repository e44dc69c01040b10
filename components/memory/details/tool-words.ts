import type { Format } from '@/components/ui/words/use-format'
import type { Section } from './context-parts'

type Args = Record<string, unknown>
const quoted = (value: unknown) => `“${value}”`
/** What each tool did, from its arguments. Tools that are not listed here search memory. */
const DID: Record<string, (args: Args, format: Format) => string> = {
  write_file: ({ path, text }, format) =>
    `Wrote ${path}, ${format.bytes(new TextEncoder().encode(String(text ?? '')).length)}`,
  edit_file: ({ path, all }) => `Edited ${path}${all === true ? ' in every place' : ''}`,
  delete_file: ({ path }) => `Deleted ${path}`,
  read_file: ({ path }) => `Read ${path}`,
  list_files: () => 'Listed the files',
  search_files: ({ text }) => `Looked for ${quoted(text)} in the files`,
  get_state: ({ key }) => (key ? `Read the note ${quoted(key)}` : 'Read the notes'),
  set_state: ({ key, value }) =>
    value === null ? `Removed the note ${quoted(key)}` : `Noted ${key}: ${value}`,
}

const TITLE = /^Tool (?:call \d+: )?([\w-]+)( \(failed\))?$/

/** A section of a tool call in words, with what the tool returned; null for other sections. */
export function toolWords({ title, text }: Section, format: Format): Section | null {
  const [, name = '', failed = ''] = TITLE.exec(title) ?? []
  if (!name) return null
  // The arguments are JSON on one line; below it is the result.
  const end = text.indexOf('\n')
  const [line, result] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
  const args = argsIn(line)
  const sought = [
    ...new Set(
      Object.values(args)
        .flat()
        .filter((value) => typeof value === 'string'),
    ),
  ]
  const did =
    DID[name]?.(args, format) ??
    (sought.length > 0 ? `Looked up ${sought.map(quoted).join(', ')}` : `Used ${name}`)
  return { title: did + failed, text: result }
}

/** Arguments that were forgotten are not JSON. */
function argsIn(line: string): Args {
  try {
    const args: unknown = JSON.parse(line)
    return typeof args === 'object' && args !== null ? (args as Args) : {}
  } catch {
    return {}
  }
}
