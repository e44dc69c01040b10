import { guardInputOf, refuse } from '@/lib/config/access'
import { env } from '@/lib/config/env'

/**
 * The refusal of a foreign host or page; null if the request may continue. For proxy.ts and the routes it
 * does not cover.
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
