import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Env, isLoopback } from './env'

/** The only owner of a local installation, and of a shared one with a single token. */
export const LOCAL_OWNER = 'local'
export const ACCESS_COOKIE = 'mneme_access'

/** MNEME_ACCESS_TOKEN is one token, or `name:token,name:token` with one owner per name. */
function people(token: string): { ownerId: string; token: string }[] {
  if (!token.includes(':')) return [{ ownerId: LOCAL_OWNER, token }]
  return token
    .split(',')
    .map((pair) => ({ ownerId: pair.slice(0, pair.indexOf(':')), token: pair.slice(pair.indexOf(':') + 1) }))
}

/** The names of all possible owners. */
export const ownerNames = (env: Env): string[] =>
  env.MNEME_ACCESS_TOKEN ? people(env.MNEME_ACCESS_TOKEN).map((person) => person.ownerId) : [LOCAL_OWNER]

/** Compares in constant time. */
export const secretsMatch = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
/** The cookie contains proof of the token, not the token. Changing the token ends every session. */
const proof = (ownerId: string, token: string) =>
  `${ownerId}.${createHmac('sha256', token).update(`mneme access ${ownerId}`).digest('base64url')}`

/** The cookie for a typed token; null if it matches no one. */
export function cookieFor(env: Env, typed: string): string | null {
  if (!env.MNEME_ACCESS_TOKEN) return null
  const found = people(env.MNEME_ACCESS_TOKEN).filter((person) => secretsMatch(person.token, typed))
  return found[0] ? proof(found[0].ownerId, found[0].token) : null
}

/** The owner of a request: the local one without tokens, the cookie's if it is valid, else null. */
export function ownerOf(env: Env, cookie: string | undefined): string | null {
  if (!env.MNEME_ACCESS_TOKEN) return LOCAL_OWNER
  if (!cookie) return null
  return (
    people(env.MNEME_ACCESS_TOKEN).find((person) => secretsMatch(proof(person.ownerId, person.token), cookie))
      ?.ownerId ?? null
  )
}

const hostName = (host: string) => host.replace(/:\d+$/, '')
/** Whether Mneme answers to this host: loopback, HOST itself, or one of MNEME_ALLOWED_HOSTS. */
export function knownHost(env: Env, host: string | null): boolean {
  if (!host) return false
  const name = hostName(host).toLowerCase()
  const allowed = env.MNEME_ALLOWED_HOSTS?.toLowerCase().split(',') ?? []
  return (
    isLoopback(name) ||
    allowed.includes(name) ||
    (!['0.0.0.0', '::', '[::]'].includes(env.HOST) && name === env.HOST.toLowerCase())
  )
}

/** Addresses for other programs, which send a token and no cookie. */
export const isOutside = (path: string) => /^\/api\/(mcp|v1\/[\w/-]+)$/.test(path)

export type Header = (name: string) => string | null
/**
 * Whether a call without a token comes from a program on this machine, where nobody signs in: not by another
 * name for it, nor from a page in a browser, nor through a proxy.
 */
export function fromThisMachine(env: Env, header: Header): boolean {
  const host = header('host') ?? ''
  return (
    !env.MNEME_ACCESS_TOKEN &&
    isLoopback(hostName(host).toLowerCase()) &&
    isLoopback(header('x-forwarded-for') ?? 'localhost') &&
    // Next repeats the host in it.
    [null, host].includes(header('x-forwarded-host')) &&
    ['origin', 'sec-fetch-site', 'cookie'].every((name) => header(name) === null)
  )
}

const OWN_COOKIE = new RegExp(`(?:^|;\\s*)${ACCESS_COOKIE}=`)
export type GuardInput = ReturnType<typeof guardInputOf>
export const guardInputOf = (method: string, path: string, header: Header) => ({
  method,
  path,
  hasCookie: OWN_COOKIE.test(header('cookie') ?? ''),
  host: header('host'),
  origin: header('origin'),
  forwardedHost: header('x-forwarded-host'),
  fetchSite: header('sec-fetch-site'),
  fetchMode: header('sec-fetch-mode'),
  fetchDest: header('sec-fetch-dest'),
})

/**
 * Another site may link to a page. Anything it loads in the background could be timed or triggered unseen.
 */
function fromElsewhere({ path, origin, fetchSite, fetchMode, fetchDest }: GuardInput): boolean {
  if (fetchSite !== 'cross-site' && fetchSite !== 'same-site') return false
  const opensPage = fetchMode === 'navigate' && fetchDest === 'document' && origin === null
  return !opensPage || path.startsWith('/api/')
}

/** null = accepted; else the status and message of the refusal. */
export function refuse(env: Env, request: GuardInput): { status: number; message: string } | null {
  if (!knownHost(env, request.host))
    return { status: 421, message: 'Mneme does not accept this host name. Add it to MNEME_ALLOWED_HOSTS.' }
  if (request.forwardedHost && !knownHost(env, request.forwardedHost))
    return { status: 421, message: 'Mneme does not accept this forwarded host name.' }
  if (fromElsewhere(request)) return { status: 403, message: 'Requests from other sites are refused.' }
  const { origin, host } = request
  if (isOutside(request.path)) {
    if (request.hasCookie) return { status: 403, message: 'Send a token here, and no cookie.' }
    if (origin === null) return null
  } else if (request.method === 'GET' || request.method === 'HEAD') return null
  if (origin && URL.canParse(origin) && new URL(origin).host === host) return null
  return { status: 403, message: 'This request did not come from a Mneme page.' }
}
