import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { isRefused, type Reach } from './reach'

/** Thrown before anything is sent, if a host is or resolves to an address that is out of reach. */
export class RefusedAddress extends Error {
  readonly failure: Failure

  constructor(host: string, reach: Reach) {
    const failure = refusal(host, reach)
    super(failure.message)
    this.name = 'RefusedAddress'
    this.failure = failure
  }
}

/** The refusal among an error and its causes, if any. */
export function refusedAddress(error: unknown): RefusedAddress | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof RefusedAddress) return at
  return null
}

/** Names the host as typed, never what it resolves to. */
function refusal(host: string, reach: Reach): Failure {
  if (reach === 'public')
    return {
      code: 'provider_refused',
      message: `${host} is inside this server’s network. This Mneme server is shared, so it only calls providers on the public internet.`,
      hint: `Enter a public address in Settings, or ask whoever runs this server to add ${host} to MNEME_MODEL_HOSTS.`,
    }
  return {
    code: 'provider_refused',
    message: `${host} is a reserved address (link-local, cloud metadata or multicast), so Mneme does not call it.`,
    hint: 'Enter the provider’s URL in Settings. If this is the right one, ask whoever runs this server to add it to MNEME_MODEL_HOSTS.',
  }
}

export type ResolveName = (name: string) => Promise<LookupAddress[]>
/** As the operating system does, including its hosts file. */
export const resolveBySystem: ResolveName = (name) => dns.lookup(name, { all: true })

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/** The addresses of a host, if all are within reach. @throws RefusedAddress, or what resolving threw. */
export async function reachable(host: string, reach: Reach, resolve: ResolveName): Promise<LookupAddress[]> {
  const name = bare(host)
  const family = isIP(name)
  const addresses = family ? [{ address: name, family }] : await resolve(name)
  if (addresses.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
  if (addresses.some(({ address }) => isRefused(address, reach))) throw new RefusedAddress(host, reach)
  return addresses
}

export const checkedLookup =
  (reach: Reach, resolve: ResolveName): LookupFunction =>
  (host, options, callback) => {
    reachable(host, reach, resolve).then(
      (addresses) => {
        const [first] = addresses
        if (options.all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/** Why an address must not be saved; null = no reason. An unresolved name passes: each call checks it. */
export async function checkAddress(
  baseUrl: string,
  reach: Reach,
  resolve: ResolveName = resolveBySystem,
): Promise<Failure | null> {
  if (reach === 'trusted') return null
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((settle) => {
    timer = setTimeout(settle, limits.model.resolveMs, null)
  })
  const checked = reachable(new URL(baseUrl).hostname, reach, resolve).then(
    () => null,
    (error: unknown) => refusedAddress(error)?.failure ?? null,
  )
  return Promise.race([checked, late]).finally(() => clearTimeout(timer))
}

type Fetch = typeof globalThis.fetch

/**
 * `fetch` for all calls to providers. A name is resolved once, and only its addresses are connected to, if
 * all are within reach. No redirects. @throws RefusedAddress; else as `fetch` does.
 */
export function reachFetch(reach: Reach, resolve: ResolveName = resolveBySystem): Fetch {
  const connect = buildConnector({ lookup: checkedLookup(reach, resolve) })
  const dispatcher = new Agent({
    // Calls have times of their own; undici's would cut a slow local model after 300 s.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      if (isIP(options.hostname) && isRefused(options.hostname, reach))
        callback(new RefusedAddress(options.hostname, reach), null)
      else connect(options, callback)
    },
  })
  // Node's own fetch only accepts a dispatcher of its built-in undici.
  const checked = undiciFetch as unknown as (
    input: Parameters<Fetch>[0],
    init: RequestInit & { dispatcher: Agent },
  ) => Promise<Response>
  return async (input, init) => {
    try {
      return await checked(input, { ...init, dispatcher, redirect: 'manual' })
    } catch (error) {
      throw refusedAddress(error) ?? error
    }
  }
}

const made = new Map<Reach, Fetch>()
/** One `fetch` per reach, so that connections are reused. */
export function fetchWithin(reach: Reach): Fetch {
  const known = made.get(reach)
  if (known) return known
  const fetch = reachFetch(reach)
  made.set(reach, fetch)
  return fetch
}
