import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { once } from '@/lib/base/once'
import { networkOf } from './peer-address'

const MINUTE = 60
/** Wrong guesses a minute: of one address, and of all together, where addresses are many. */
const MOST = { address: 10, all: 300 }

/**
 * Runs `check` unless this address, or everybody together, guessed wrong too often. Guesses are counted before they
 * are checked, and a right one is given back. @returns its result, or the seconds to wait.
 */
export async function guess(address: string, check: () => string | null): Promise<string | null | number> {
  const limiters = once('sign-in-limits', () => ({
    address: new RateLimiterMemory({ keyPrefix: 'address', points: MOST.address, duration: MINUTE }),
    all: new RateLimiterMemory({ keyPrefix: 'all', points: MOST.all, duration: MINUTE }),
  }))
  const network = networkOf(address)
  try {
    await limiters.address.consume(network)
    await limiters.all.consume('all')
  } catch (why) {
    return why instanceof RateLimiterRes ? Math.ceil(why.msBeforeNext / 1_000) : MINUTE
  }
  const found = check()
  if (found !== null) await Promise.all([limiters.address.reward(network), limiters.all.reward('all')])
  return found
}
