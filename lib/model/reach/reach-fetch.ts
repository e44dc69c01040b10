import { isIP } from 'node:net'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { isRefused, type Reach } from './reach'
import { RefusedAddress, refusedAddress } from './refused-address'
import { checkedLookup, type ResolveName, resolveBySystem } from './resolve-name'

type Fetch = typeof globalThis.fetch

/**
 * `fetch` for calls to model services, which all go through here. A connection is made only to an address
 * that was checked: a name is resolved once, all its addresses must be within reach, and those alone are
 * connected to (promise 27). Redirects are handed back, not followed.
 * @throws RefusedAddress when the address is out of reach; else as `fetch` does.
 */
export function reachFetch(reach: Reach, resolve: ResolveName = resolveBySystem): Fetch {
  if (reach === 'trusted') return (input, init) => globalThis.fetch(input, { ...init, redirect: 'manual' })
  const connect = buildConnector({ lookup: checkedLookup(reach, resolve) })
  const dispatcher = new Agent({
    connect(options, callback) {
      if (isIP(options.hostname) && isRefused(options.hostname, reach))
        callback(new RefusedAddress(options.hostname, reach), null)
      else connect(options, callback)
    },
  })
  // The package's own fetch: Node's takes only a dispatcher of the undici that is built into it.
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
/** The process's own: connections are kept and used again within one reach. */
export function fetchWithin(reach: Reach): Fetch {
  const known = made.get(reach)
  if (known) return known
  const fetch = reachFetch(reach)
  made.set(reach, fetch)
  return fetch
}
