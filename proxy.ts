import { type NextRequest, NextResponse } from 'next/server'
import { refusal } from '@/app/guard'
import { ACCESS_COOKIE, isOutside, ownerOf } from '@/lib/config/access'
import { env } from '@/lib/config/env'
import { IMAGE_POLICY, securityHeaders } from '@/lib/config/security-headers.mjs'

/**
 * All but two routes, which call `refusal` themselves and get their headers from `next.config.js`: the
 * import, whose body Next would keep in memory, and the search, which runs with every key and would mostly
 * wait for this.
 */
export const config = { matcher: ['/((?!api/(?:import|search)$).*)'] }

/** Files that browsers and link previews need before sign-in. They contain nothing personal. */
const CARD = [
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/icon.svg',
  '/manifest.webmanifest',
  '/social.png',
]
/** The last are entered by token, which their routes check. */
const isOpen = (pathname: string) =>
  ['/access', '/api/health', '/api/metrics', ...CARD].includes(pathname) ||
  pathname.startsWith('/_next/static/') ||
  isOutside(pathname)

/**
 * Host and origin guard, security headers, and the redirect to the access page. Every page, action and route
 * checks the owner again.
 */
export function proxy(request: NextRequest) {
  const refused = refusal(request)
  if (refused) return secured(refused, null)

  const { pathname } = request.nextUrl
  if (!isOpen(pathname) && !ownerOf(env(), request.cookies.get(ACCESS_COOKIE)?.value)) {
    if (pathname.startsWith('/api/') || request.method !== 'GET')
      return secured(
        NextResponse.json(
          { error: { code: 'unauthorised', message: 'Enter the access token first.' } },
          { status: 401 },
        ),
        null,
      )
    return secured(NextResponse.redirect(new URL('/access', request.url)), null)
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.delete('x-forwarded-host')
  // Chat actions stream many small pieces; compressing each takes more time than it saves.
  if (request.method === 'POST' && (pathname === '/' || pathname.startsWith('/c/')))
    headers.delete('accept-encoding')
  for (const [name, value] of headersOf(nonce))
    if (name === 'content-security-policy') headers.set(name, value)
  const response = secured(NextResponse.next({ request: { headers } }), nonce)
  if (pathname.startsWith('/api/images/')) response.headers.set('content-security-policy', IMAGE_POLICY)
  return response
}

const headersOf = (nonce: string | null) => securityHeaders(nonce, env().NODE_ENV === 'development')

function secured<R extends Response>(response: R, nonce: string | null): R {
  for (const [name, value] of headersOf(nonce)) response.headers.set(name, value)
  return response
}
