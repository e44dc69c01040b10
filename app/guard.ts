import { guardInputOf, refuse } from '@/lib/config/access'
import { env } from '@/lib/config/env'

/**
 * The answer to a request of a foreign host or page; null when it may go on. For proxy.ts, and for the routes that
 * it leaves out.
 */
export function refusal({ method, headers, url }: Request): Response | null {
  const path = new URL(url).pathname
  const refused = refuse(
    env(),
    guardInputOf(method, path, (name) => headers.get(name)),
  )
  return (
    refused &&
    new Response(refused.message, {
      status: refused.status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  )
}
