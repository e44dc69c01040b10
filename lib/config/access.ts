import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Env, isLoopback } from './env'

/** The one owner of a local installation, and of a shared one with a single token. */
export const LOCAL_OWNER = 'local'
export const ACCESS_COOKIE = 'mneme_access'

/** MNEME_ACCESS_TOKEN: one token, or `name:token,name:token`, each name an owner of its own. */
function people(token: string): { ownerId: string; token: string }[] {
  if (!token.includes(':')) return [{ ownerId: LOCAL_OWNER, token }]
  return token
    .split(',')
    .map((pair) => ({ ownerId: pair.slice(0, pair.indexOf(':')), token: pair.slice(pair.indexOf(':') + 1) }))
}

/** Names of the owners there can be. */
export const ownerNames = (env: Env): string[] =>
  env.MNEME_ACCESS_TOKEN ? people(env.MNEME_ACCESS_TOKEN).map((person) => person.ownerId) : [LOCAL_OWNER]

const same = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
/** What the cookie holds: proof of the token, not the token. A changed token ends every session. */
const proof = (ownerId: string, token: string) =>
  `${ownerId}.${createHmac('sha256', token).update(`mneme access ${ownerId}`).digest('base64url')}`

/** The cookie for a token typed by a person; null when it is nobody's. */
export function cookieFor(env: Env, typed: string): string | null {
  if (!env.MNEME_ACCESS_TOKEN) return null
  const found = people(env.MNEME_ACCESS_TOKEN).filter((person) => same(person.token, typed))
  return found[0] ? proof(found[0].ownerId, found[0].token) : null
}

/** Who a request is from: the local owner when no token is set, the cookie's owner when it proves one, else null. */
export function ownerOf(env: Env, cookie: string | undefined): string | null {
  if (!env.MNEME_ACCESS_TOKEN) return LOCAL_OWNER
  if (!cookie) return null
  return (
    people(env.MNEME_ACCESS_TOKEN).find((person) => same(proof(person.ownerId, person.token), cookie))
      ?.ownerId ?? null
  )
}

const hostName = (host: string) => host.replace(/:\d+$/, '')
/** Whether this `Host` (or the host of an origin) is one Mneme answers to: loopback, HOST itself, or MNEME_ALLOWED_HOSTS. */
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

export type GuardInput = {
  method: string
  path: string
  host: string | null
  origin: string | null
  forwardedHost: string | null
  fetchSite: string | null
  fetchMode: string | null
  fetchDest: string | null
}
export const guardInputOf = (
  method: string,
  path: string,
  header: (name: string) => string | null,
): GuardInput => ({
  method,
  path,
  host: header('host'),
  origin: header('origin'),
  forwardedHost: header('x-forwarded-host'),
  fetchSite: header('sec-fetch-site'),
  fetchMode: header('sec-fetch-mode'),
  fetchDest: header('sec-fetch-dest'),
})

/** Another site may link to a page; what it loads in the background could be timed or set off unseen. */
function fromElsewhere({ path, origin, fetchSite, fetchMode, fetchDest }: GuardInput): boolean {
  if (fetchSite !== 'cross-site' && fetchSite !== 'same-site') return false
  const opensPage = fetchMode === 'navigate' && fetchDest === 'document' && origin === null
  return !opensPage || path.startsWith('/api/')
}

/** null = the request may go on; else the status and the words of the refusal. */
export function refuse(env: Env, request: GuardInput): { status: number; message: string } | null {
  if (!knownHost(env, request.host))
    return { status: 421, message: 'Mneme does not answer to this host name. Add it to MNEME_ALLOWED_HOSTS.' }
  if (request.forwardedHost && !knownHost(env, request.forwardedHost))
    return { status: 421, message: 'Mneme does not answer to this forwarded host name.' }
  if (fromElsewhere(request)) return { status: 403, message: 'Requests from other sites are refused.' }
  if (request.method === 'GET' || request.method === 'HEAD') return null
  let originHost: string | null = null
  try {
    originHost = request.origin ? new URL(request.origin).host : null
  } catch {
    originHost = null
  }
  return originHost && originHost === request.host
    ? null
    : { status: 403, message: 'This request does not come from a page of Mneme.' }
}
