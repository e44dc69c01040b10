import { type NextRequest, NextResponse } from 'next/server'
import { ACCESS_COOKIE, ownerOf, refuse } from '@/lib/config/access'
import { env } from '@/lib/config/env'

/** What a browser needs before it has a token: the access page with its styles and scripts, which hold nothing of anybody. */
const isOpen = (pathname: string) => ['/access', '/api/health', '/icon.svg'].includes(pathname) || pathname.startsWith('/_next/static/')

/** Host and origin guard, security headers, and the way to the access page. Owners are checked again by every page, action and route. */
export function proxy(request: NextRequest) {
  const settings = env()
  const header = (name: string) => request.headers.get(name)
  const refused = refuse(settings, {
    method: request.method,
    host: header('host'),
    origin: header('origin'),
    forwardedHost: header('x-forwarded-host'),
    fetchSite: header('sec-fetch-site'),
  })
  if (refused) return secured(new NextResponse(refused.message, { status: refused.status, headers: { 'content-type': 'text/plain; charset=utf-8' } }), policy(null))

  const { pathname } = request.nextUrl
  if (!isOpen(pathname) && !ownerOf(settings, request.cookies.get(ACCESS_COOKIE)?.value)) {
    if (pathname.startsWith('/api/') || request.method !== 'GET')
      return secured(NextResponse.json({ error: { code: 'unauthorised', message: 'Enter the access token first.' } }, { status: 401 }), policy(null))
    return secured(NextResponse.redirect(new URL('/access', request.url)), policy(null))
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy(nonce))
  headers.delete('x-forwarded-host')
  // The actions of a chat answer with streams of small pieces: compressing each costs more time than it saves bytes.
  if (request.method === 'POST' && (pathname === '/' || pathname.startsWith('/c/'))) headers.delete('accept-encoding')
  return secured(NextResponse.next({ request: { headers } }), policy(nonce))
}

/** No remote image, script, font or connection: a model cannot exfiltrate through what it writes. */
function policy(nonce: string | null): string {
  const script = nonce ? `'self' 'nonce-${nonce}' 'strict-dynamic'${env().NODE_ENV === 'development' ? " 'unsafe-eval'" : ''}` : "'none'"
  return [
    "default-src 'self'",
    `script-src ${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${env().NODE_ENV === 'development' ? ' ws:' : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function secured(response: NextResponse, csp: string): NextResponse {
  response.headers.set('content-security-policy', csp)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('x-frame-options', 'DENY')
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  response.headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  return response
}
