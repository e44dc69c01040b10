import type { Env } from '@/lib/config/env'
import { type AddressKind, addressKind } from './address-kind'
import { isAllowedHost } from './allowed-hosts'

/**
 * Where calls to a base URL may go. `trusted` = whoever runs Mneme named it: anywhere. `own` = a person of a local installation typed it: this machine
 * and its network too. `public` = one of several people typed it: the internet alone.
 */
export type Reach = 'trusted' | 'own' | 'public'
export type ReachEnv = Pick<Env, 'MNEME_ACCESS_TOKEN' | 'MNEME_MODEL_HOSTS'>

/** The reach of an address typed in Settings. */
export function reachOfTyped(env: ReachEnv, baseUrl: string): Reach {
  if (isAllowedHost(env.MNEME_MODEL_HOSTS, baseUrl)) return 'trusted'
  return env.MNEME_ACCESS_TOKEN ? 'public' : 'own'
}

const REFUSED: Record<Reach, AddressKind[]> = { trusted: [], own: ['never'], public: ['inside', 'never'] }
/** Whether an IP address is out of reach. */
export const isRefused = (address: string, reach: Reach): boolean => REFUSED[reach].includes(addressKind(address))
