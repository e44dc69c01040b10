import { itemsIn, type Performed, type View } from '@/lib/model/offline/view'
import { fileText, succeeded } from './tool-result'

/** A long prompt only has the beginning of what was written. */
const whole = (text: unknown) => (typeof text !== 'string' || text.endsWith('... (truncated)') ? null : text)
const bytesOf = (text: string) => Buffer.byteLength(text)

/**
 * A file's content from this turn's calls or the workspace section; '' = there is no such file, null = not
 * all of it is in view: the text must have the number of bytes that the tool or the workspace lists.
 */
export function contentOf(view: View, path: string, performed: readonly Performed[]): string | null {
  const item = itemsIn(view, 'workspace').find((one) => one.attributes.file === path)
  const listed = item?.attributes.bytes === undefined ? null : Number(item.attributes.bytes)
  for (const call of [...performed].reverse()) {
    if (call.input.path !== path) continue
    if (call.name === 'write_file' && succeeded('write', call)) return whole(call.input.text)
    if (call.name === 'edit_file' && succeeded('edit', call)) return null
    if (call.name === 'delete_file' && succeeded('delete', call)) return ''
    if (call.name !== 'read_file') continue
    if (!succeeded('read', call)) return ''
    const { text, bytes } = fileText(call.result)
    return bytesOf(text) === (bytes ?? listed) ? text : null
  }
  return item && bytesOf(item.text) === listed ? item.text : null
}
