import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { once } from '@/lib/base/once'
import { networkOf } from './peer-address'

const MINUTE = 60
/** Wrong guesses per minute: from one address, and from all addresses together. */
const MOST = { address: 10, all: 300 }

/**
 * Runs `check` unless there were too many wrong guesses. A guess is counted before it is checked, and a right
 * one is uncounted. Guesses at the metrics token are counted apart from those of signing in. @returns the
 * result, or the seconds to wait.
 */
export async function guess(
  address: string,
  check: () => string | null,
  at: 'sign-in' | 'metrics' = 'sign-in',
): Promise<string | null | number> {
  const limiters = once(`${at}-limits`, () => ({
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
