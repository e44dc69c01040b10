import { argumentOf } from './tool-arguments'
import type { Performed, View } from './view'

/** `text` null = the file exists or may exist, but its whole content is not in view. */
export type Known = { text: string | null; absent: boolean }

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * What is known of a file's whole content: from this turn's calls, newest first, else from the workspace section. A text counts as whole only when it has the
 * number of bytes the workspace lists, or the file is not listed and a read gave it untruncated.
 */
export function contentOf(view: View, path: string, performed: readonly Performed[], wholeChars: number): Known {
  const workspace = view.sections.filter((section) => section.name === 'workspace').flatMap((section) => section.items)
  const item = workspace.find((one) => one.attributes.file === path)
  const listed = item?.attributes.bytes === undefined ? null : Number(item.attributes.bytes)
  for (const call of [...performed].reverse()) {
    if (argumentOf(call.input, 'path') !== path) continue
    if (call.name === 'write_file' && !call.failed) return { text: argumentOf(call.input, 'content'), absent: false }
    if (call.name === 'edit_file' && !call.failed) return { text: null, absent: false }
    if (call.name === 'delete_file' && !call.failed) return { text: '', absent: true }
    if (call.name === 'read_file' && call.failed) return { text: '', absent: true }
    if (call.name === 'read_file') {
      const whole = listed === null ? call.result.length < wholeChars : bytesOf(call.result) === listed
      return { text: whole ? call.result : null, absent: false }
    }
  }
  if (item && listed !== null && bytesOf(item.text) === listed) return { text: item.text, absent: false }
  return !item && workspace.some((one) => one.attributes.file !== undefined) ? { text: '', absent: true } : { text: null, absent: false }
}
