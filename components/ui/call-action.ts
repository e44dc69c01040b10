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

/** A server action as the page calls it: it never rejects. */
export const safe =
  <Input extends unknown[], T>(action: (...input: Input) => Promise<Result<T>>) =>
  (...input: Input) =>
    callAction(() => action(...input))

/** A server action's result. A lost network or an outdated page becomes an ordinary failure. */
export async function callAction<T>(action: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return (await action()) ?? { ok: false, error: UNREACHABLE }
  } catch (error) {
    return { ok: false, error: unstable_isUnrecognizedActionError(error) ? STALE_PAGE : UNREACHABLE }
  }
}
