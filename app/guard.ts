import { refuse } from '@/lib/config/access'
import { env } from '@/lib/config/env'

/** The answer to a request of a foreign host or page; null when it may go on (promise 13). For proxy.ts, and for the routes that it leaves out. */
export function refusal({ method, headers }: Request): Response | null {
  const refused = refuse(env(), {
    method,
    host: headers.get('host'),
    origin: headers.get('origin'),
    forwardedHost: headers.get('x-forwarded-host'),
    fetchSite: headers.get('sec-fetch-site'),
  })
  return (
    refused &&
    new Response(refused.message, {
      status: refused.status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  )
}
