/** Tools whose changes to files and notes are saved only when their turn ends. */
export const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'delete_file',
  'set_state',
])
