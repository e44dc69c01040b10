import { isIP } from 'node:net'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { isRefused, type Reach } from './reach'
import {
  checkedLookup,
  RefusedAddress,
  type ResolveName,
  refusedAddress,
  resolveBySystem,
} from './resolve-name'

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
