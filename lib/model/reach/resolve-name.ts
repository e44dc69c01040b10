import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isRefused, type Reach } from './reach'
import { RefusedAddress } from './refused-address'

/** All addresses of a name. @throws with a `code` such as ENOTFOUND. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>
/** As the operating system does, including its hosts file. */
export const resolveBySystem: ResolveName = (name) => dns.lookup(name, { all: true })

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

/**
 * The addresses of a host, if all are within reach.
 * @throws RefusedAddress, or what resolving threw.
 */
export async function reachable(host: string, reach: Reach, resolve: ResolveName): Promise<LookupAddress[]> {
  const name = bare(host)
  const family = isIP(name)
  const addresses = family ? [{ address: name, family }] : await resolve(name)
  if (addresses.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
  if (addresses.some(({ address }) => isRefused(address, reach))) throw new RefusedAddress(host, reach)
  return addresses
}

/**
 * For `net.connect`, which then connects only to these addresses. Not called for hosts that are IP addresses.
 */
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
