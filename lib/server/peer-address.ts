import { type BlockList, isIP } from 'node:net'

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The client's address: the peer of the connection, or what the operator's own proxies report about it. Each
 * proxy adds the address it saw at the end of X-Forwarded-For; what stands before those, a client can invent.
 */
export function peerAddress(
  proxies: BlockList | undefined,
  remote: string | undefined,
  forwardedFor: string | undefined,
): string {
  const isProxy = (address: string) => proxies?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  let address = plain(remote ?? '')
  for (const entry of forwardedFor?.split(',').reverse() ?? []) {
    const named = plain(entry.trim())
    if (!isIP(address) || !isProxy(address) || !isIP(named)) break
    address = named
  }
  return address
}

/** The first 64 bits of an IPv6 address, since a client can vary the rest; an IPv4 address unchanged. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = tail ? 8 - (head?.length ?? 0) - tail.length : 0
  return [...(head ?? []), ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':')
}
