import { BlockList, isIPv6 } from 'node:net'
import os from 'node:os'

/**
 * An IP address of one of this machine's own interfaces: what a firewall keeps from others answers there all
 * the same.
 */
export function isThisMachine(address: string, interfaces = os.networkInterfaces()): boolean {
  const own = new BlockList()
  for (const found of Object.values(interfaces).flatMap((each) => each ?? []))
    own.addAddress(found.address, found.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
