import { unstable_isUnrecognizedActionError } from 'next/navigation'
import type { Failure, Result } from '@/lib/shared/errors'

/** The server was rebuilt, so this page's actions no longer exist. A reload fixes it. */
export const STALE_PAGE: Failure = {
  code: 'unavailable',
  message: 'Mneme was updated while this page was open.',
  hint: 'Reload the page to continue. Your draft is kept.',
}
export const UNREACHABLE: Failure = {
  code: 'unavailable',
  message: 'Cannot reach Mneme.',
  hint: 'Nothing was lost. Check that it is running, then try again.',
}

type Actions = Record<string, (...input: never[]) => Promise<Result<unknown>>>
/** Server actions as the page calls them: they never reject. */
export const safely = <A extends Actions>(actions: A): A =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      name,
      (...input: never[]) => callAction(() => action(...input)),
    ]),
  ) as A

/** A server action's result. A lost network or an outdated page becomes an ordinary failure. */
export async function callAction<T>(action: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return (await action()) ?? { ok: false, error: UNREACHABLE }
  } catch (error) {
    return { ok: false, error: unstable_isUnrecognizedActionError(error) ? STALE_PAGE : UNREACHABLE }
  }
}
