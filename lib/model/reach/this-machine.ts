import { BlockList, isIPv6 } from 'node:net'
import os from 'node:os'

/** Whether an IP address is this machine's own: services behind its firewall would answer there. */
export function isThisMachine(address: string, interfaces = os.networkInterfaces()): boolean {
  const own = new BlockList()
  for (const found of Object.values(interfaces).flatMap((each) => each ?? []))
    own.addAddress(found.address, found.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
