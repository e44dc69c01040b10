import { type ErrorCode, MnemeError } from '@/lib/shared/errors'
import { reported } from '../result'

const STATUS: Partial<Record<ErrorCode, number>> = {
  unauthorised: 401,
  not_found: 404,
  invalid: 400,
  too_large: 413,
  conflict: 409,
}

/**
 * The response of a route that threw: the failure as JSON, with its status. An unexpected one is logged with
 * the route; the query is not, since it holds what a person typed.
 */
export function failed(error: unknown, { method, url }: Request, headers: HeadersInit = {}): Response {
  const failure = reported(error, `${method} ${new URL(url).pathname}`)
  return Response.json({ error: failure }, { status: STATUS[failure.code] ?? 500, headers })
}
export const invalidAddress = () => new MnemeError('invalid', 'This URL is not valid.')
