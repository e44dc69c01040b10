import { type ErrorCode, MnemeError, toFailure } from '@/lib/shared/errors'

const STATUS: Partial<Record<ErrorCode, number>> = {
  unauthorised: 401,
  not_found: 404,
  invalid: 400,
  too_large: 413,
  conflict: 409,
}

/** What a route responds with when something was thrown. */
export function failed(error: unknown, headers: HeadersInit = {}): Response {
  const failure = toFailure(error)
  return Response.json({ error: failure }, { status: STATUS[failure.code] ?? 500, headers })
}
export const invalidAddress = () => new MnemeError('invalid', 'This URL is not valid.')
