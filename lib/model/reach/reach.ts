import type { Env } from '@/lib/config/env'
import { type AddressKind, addressKind } from './address-kind'
import { isAllowedHost } from './allowed-hosts'
import { isThisMachine } from './this-machine'

/**
 * Where calls to a base URL may go. `trusted` = whoever runs Mneme named it: anywhere. `own` = a person of a
 * local installation typed it: this machine and its network too. `public` = one of several people typed it:
 * the internet alone.
 */
export type Reach = 'trusted' | 'own' | 'public'
export type ReachEnv = Pick<Env, 'MNEME_ACCESS_TOKEN' | 'MNEME_MODEL_HOSTS'>

/** The reach of an address typed in Settings. */
export function reachOfTyped(env: ReachEnv, baseUrl: string): Reach {
  if (isAllowedHost(env.MNEME_MODEL_HOSTS, baseUrl)) return 'trusted'
  return env.MNEME_ACCESS_TOKEN ? 'public' : 'own'
}

const REFUSED: Record<Exclude<Reach, 'trusted'>, AddressKind[]> = {
  own: ['never'],
  public: ['inside', 'never'],
}
/**
 * Whether an IP address is out of reach. A public address of the server itself is no more public than its
 * loopback.
 */
export function isRefused(address: string, reach: Reach): boolean {
  if (reach === 'trusted') return false
  return REFUSED[reach].includes(addressKind(address)) || (reach === 'public' && isThisMachine(address))
}
