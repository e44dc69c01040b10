import { namesIn } from '@/lib/shared/pick'

/** Tools whose changes to files and notes are saved only when their turn ends. */
export const CHANGING_TOOLS: ReadonlySet<string> = new Set<string>(
  namesIn('write_file edit_file delete_file set_state'),
)
