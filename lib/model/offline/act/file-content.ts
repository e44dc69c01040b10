import type { Performed, View } from '@/lib/model/offline/view'
import { argumentOf } from './tool-arguments'
import { fileText, succeeded } from './tool-result'

/** `text` null = the whole content is not in view. */
export type Known = { text: string | null }

/** A long prompt carries only the beginning of what was written. */
const whole = (content: string | null) => (content?.endsWith('... (truncated)') ? null : content)
const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * A file's whole content: from this turn's calls, the newest first, else from the workspace section; '' for a
 * file that is not there. A text counts as whole only when it has the number of bytes that the tool or the
 * workspace lists.
 */
export function contentOf(view: View, path: string, performed: readonly Performed[]): Known {
  const files = view.sections
    .filter((section) => section.name === 'workspace')
    .flatMap((section) => section.items.filter((item) => item.attributes.file !== undefined))
  const item = files.find((one) => one.attributes.file === path)
  const listed = item?.attributes.bytes === undefined ? null : Number(item.attributes.bytes)
  for (const call of [...performed].reverse()) {
    if (argumentOf(call.input, 'path') !== path) continue
    if (call.name === 'write_file' && succeeded('write', call))
      return { text: whole(argumentOf(call.input, 'content')) }
    if (call.name === 'edit_file' && succeeded('edit', call)) return { text: null }
    if (call.name === 'delete_file' && succeeded('delete', call)) return { text: '' }
    if (call.name !== 'read_file') continue
    if (!succeeded('read', call)) return { text: '' }
    const { text, bytes } = fileText(call.result)
    return { text: bytesOf(text) === (bytes ?? listed) ? text : null }
  }
  return { text: item && bytesOf(item.text) === listed ? item.text : null }
}
