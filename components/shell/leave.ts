import { toastFailure } from '../ui/toast-failure'
import { signOut } from './actions'

const THEME = 'mneme.theme'

/**
 * Signs out and deletes what this browser stored about the person: drafts, waiting files, recent searches.
 */
export async function leave(): Promise<void> {
  const result = await signOut()
  if (!result.ok) {
    toastFailure(result.error)
    return
  }
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key !== THEME) storage.removeItem(key)
  window.location.assign('/access')
}
