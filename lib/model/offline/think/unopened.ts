import type { View } from '@/lib/model/offline/view'

/** A workspace file that the question names and whose text is not in view; null when there is none. */
export function unopened(view: View): string | null {
  const files = view.sections
    .filter((section) => section.name === 'workspace')
    .flatMap((section) => section.items)
  const found = files.find(
    ({ attributes, text }) =>
      attributes.file && text === '' && attributes.bytes !== '0' && view.task.includes(attributes.file),
  )
  return found?.attributes.file && !view.performed.some((call) => call.name === 'read_file')
    ? found.attributes.file
    : null
}
