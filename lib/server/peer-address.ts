import { BlockList, isIP } from 'node:net'

/** Addresses that our own reverse proxy may have: this machine and private networks. */
const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
const isNear = (address: string) => near.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The client's address: the peer of the connection, or what the nearest reverse proxy reports. Only the last
 * entry of X-Forwarded-For is from that proxy; the client can invent the others.
 */
export function peerAddress(remote: string | undefined, forwardedFor: string | undefined): string {
  const peer = plain(remote ?? '')
  const named = plain(forwardedFor?.split(',').at(-1)?.trim() ?? '')
  return isIP(peer) && isNear(peer) && isIP(named) ? named : peer
}

/** The first 64 bits of an IPv6 address, since a client can vary the rest; an IPv4 address unchanged. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = tail ? 8 - (head?.length ?? 0) - tail.length : 0
  return [...(head ?? []), ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':')
}
