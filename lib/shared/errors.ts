import { namesIn, present } from '@/lib/shared/pick'
import { storageFailure } from '@/lib/shared/storage-failure'

const OWN =
  'invalid not_found conflict too_large queue_full limit_reached unauthorised forbidden unavailable not_saved internal'
const OF_PROVIDER =
  'provider_unreachable provider_refused provider_auth provider_rate_limit provider_error provider_timeout'
const OF_ANSWER = 'provider_garbled provider_empty provider_too_long provider_cut provider_context'
const OF_RUN = 'tool_loop lease_lost interrupted'
export const ERROR_CODES = namesIn(`${OWN} ${OF_PROVIDER} ${OF_ANSWER} ${OF_RUN}` as const)
export type ErrorCode = (typeof ERROR_CODES)[number]
/** The HTTP status of what a caller can do something about. */
export const HTTP_STATUS: Partial<Record<ErrorCode, number>> = {
  unauthorised: 401,
  not_found: 404,
  invalid: 400,
  too_large: 413,
  conflict: 409,
  forbidden: 403,
  limit_reached: 429,
}

/**
 * A failure at a boundary, as data. `message` is a sentence for a person; `hint` says what to do next; `said`
 * = the provider's own words, redacted.
 */
export type Failure = { code: ErrorCode; message: string; hint?: string; retryAt?: string; said?: string }

/**
 * Thrown inside lib when a precondition fails. Actions and routes turn it into a `Failure`, never a stack
 * trace.
 */
export class MnemeError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint?: string,
    readonly said?: string,
    readonly retryAt?: string,
  ) {
    super(message)
    this.name = 'MnemeError'
  }
}

/** A failure as an exception, for code that has to end. */
export const thrown = ({ code, message, hint, said, retryAt }: Failure) =>
  new MnemeError(code, message, hint, said, retryAt)

const DELETED = 'It may have been deleted. Go back and choose another.'
export const notFound = (what: string) => new MnemeError('not_found', `This ${what} does not exist.`, DELETED)

export const secretRefused = (hint: string) =>
  new MnemeError('invalid', 'This looks like it contains a password, key or card number.', hint)

/** Any error as a failure that may be shown: unexpected errors become one sentence without internals. */
export function toFailure(error: unknown): Failure {
  if (error instanceof MnemeError) {
    const { code, message, hint, said, retryAt } = error
    return { code, message, ...present({ hint, said, retryAt }) }
  }
  return (
    storageFailure(error) ?? {
      code: 'internal',
      message: 'Something went wrong on the server.',
      hint: 'Nothing was lost. Try again, or see the server log for details.',
    }
  )
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure }
