import type { Env } from '@/lib/config/env'
import { type AddressKind, addressKind } from './address-kind'
import { isAllowedHost } from './allowed-hosts'
import { isThisMachine } from './this-machine'

/**
 * Where calls to a base URL may go. `trusted`: anywhere, as the operator set it. `own`: also this machine and
 * its network, as its only user typed it. `public`: only the internet, as one of several users typed it.
 */
export type Reach = 'trusted' | 'own' | 'public'

/** The reach of an address typed in Settings. */
export function reachOfTyped(env: Partial<Env>, baseUrl: string): Reach {
  if (isAllowedHost(env.MNEME_MODEL_HOSTS, baseUrl)) return 'trusted'
  return env.MNEME_ACCESS_TOKEN ? 'public' : 'own'
}

const REFUSED: Record<Exclude<Reach, 'trusted'>, AddressKind[]> = {
  own: ['never'],
  public: ['inside', 'never'],
}
/** Whether an IP address is out of reach. A public address of this server counts like its loopback. */
export function isRefused(address: string, reach: Reach): boolean {
  if (reach === 'trusted') return false
  return REFUSED[reach].includes(addressKind(address)) || (reach === 'public' && isThisMachine(address))
}
