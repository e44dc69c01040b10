import { BlockList, isIPv6 } from 'node:net'
import os from 'node:os'
import type { Env } from '@/lib/config/env'
import { type AddressKind, addressKind } from './address-kind'

/** Whether an IP address is this machine's own: services behind its firewall would answer there. */
export function isThisMachine(address: string, interfaces = os.networkInterfaces()): boolean {
  const own = new BlockList()
  for (const found of Object.values(interfaces).flatMap((each) => each ?? []))
    own.addAddress(found.address, found.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** A host name or IP address in its normal form; '' = it is neither. */
const hostOf = (text: string) => (URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : '')
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Whether MNEME_MODEL_HOSTS (`host` or `host:port`, comma-separated) names the host of an address. */
export function isAllowedHost(list: string | undefined, address: string): boolean {
  if (!list || !URL.canParse(address)) return false
  const { hostname, port, protocol } = new URL(address)
  return list.split(',').some((entry) => {
    const [, host = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
    return (
      hostOf(host) === hostname &&
      (only === undefined || Number(only) === Number(port || DEFAULT_PORTS[protocol]))
    )
  })
}

/**
 * Where calls may go. `trusted`: anywhere, the operator set it. `own`: also this machine and its network, its
 * only user typed it. `public`: only the internet, one of several users typed it.
 */
export type Reach = 'trusted' | 'own' | 'public'

export function reachOfTyped(env: Partial<Env>, baseUrl: string): Reach {
  if (isAllowedHost(env.MNEME_MODEL_HOSTS, baseUrl)) return 'trusted'
  return env.MNEME_ACCESS_TOKEN ? 'public' : 'own'
}

/** A command is as powerful as the operator, so it is allowed where the only person is the operator. */
export const allowsCommands = (env: Partial<Env>) => env.MNEME_ACCESS_TOKEN === undefined

const REFUSED: Record<Exclude<Reach, 'trusted'>, AddressKind[]> = {
  own: ['never'],
  public: ['inside', 'never'],
}
/** Whether an IP address is out of reach. A public address of this server counts like its loopback. */
export function isRefused(address: string, reach: Reach): boolean {
  if (reach === 'trusted') return false
  return REFUSED[reach].includes(addressKind(address)) || (reach === 'public' && isThisMachine(address))
}
