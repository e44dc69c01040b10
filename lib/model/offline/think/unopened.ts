import { itemsIn, type View } from '@/lib/model/offline/view'

/** A workspace file that the question names, but whose text is not in view. */
export function unopened(view: View): string | null {
  if (view.performed.some((call) => call.name === 'read_file')) return null
  const found = itemsIn(view, 'workspace').find(
    ({ attributes: { file, bytes }, text }) =>
      file && text === '' && bytes !== '0' && view.task.includes(file),
  )
  return found?.attributes.file ?? null
}
