import { type ErrorCode, MnemeError, toFailure } from '@/lib/shared/errors'

const STATUS: Partial<Record<ErrorCode, number>> = {
  unauthorised: 401,
  not_found: 404,
  invalid: 400,
  too_large: 413,
  conflict: 409,
}

/** The response of a route that threw: the failure as JSON, with its status. */
export function failed(error: unknown, headers: HeadersInit = {}): Response {
  const failure = toFailure(error)
  return Response.json({ error: failure }, { status: STATUS[failure.code] ?? 500, headers })
}
export const invalidAddress = () => new MnemeError('invalid', 'This URL is not valid.')
