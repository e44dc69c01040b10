import type { Format } from '@/components/ui/words/use-format'
import type { ToolCallMade } from '@/lib/shared/memory/graph'

type Args = ToolCallMade['args']
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

/** What a tool call did, in words. */
export function toolWords({ name, ok, args }: ToolCallMade, format: Format): string {
  const sought = new Set(
    Object.values(args)
      .flat()
      .filter((value) => typeof value === 'string'),
  )
  const did =
    DID[name]?.(args, format) ??
    (sought.size > 0 ? `Looked up ${[...sought].map(quoted).join(', ')}` : `Used ${name}`)
  return ok ? did : `${did} (failed)`
}
