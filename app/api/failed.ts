import { reported } from '@/lib/services/log'
import { CHALLENGE } from '@/lib/shared/door'
import { type Failure, HTTP_STATUS, MnemeError } from '@/lib/shared/errors'

/**
 * Compressing a few kilobytes takes longer than sending them, and a compressor would hold back the words of a
 * stream.
 */
export const UNCOMPRESSED = { 'cache-control': 'private, no-store, no-transform' }

/** Headers that tell a program how to sign in, or when to try again. */
export function headersOf({ code, retryAt }: Failure): Record<string, string> {
  if (code === 'unauthorised') return { 'www-authenticate': CHALLENGE }
  if (!retryAt) return {}
  return { 'retry-after': String(Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1_000))) }
}

/**
 * The response of a route that threw: the failure as JSON, with its status. An unexpected one is logged with
 * the route; the query is not, since it holds what a person typed.
 */
export function failed(error: unknown, { method, url }: Request, headers: HeadersInit = {}): Response {
  const failure = reported(error, `${method} ${new URL(url).pathname}`)
  const all = { ...headersOf(failure), ...Object.fromEntries(new Headers(headers)) }
  return Response.json({ error: failure }, { status: HTTP_STATUS[failure.code] ?? 500, headers: all })
}
export const invalidAddress = () => new MnemeError('invalid', 'This URL is not valid.')
