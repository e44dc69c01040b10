import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { once } from '@/lib/shared/once'
import { networkOf } from './peer-address'

const MINUTE = 60
/**
 * Wrong guesses per minute from one address. There is no limit for all addresses together: whoever has many
 * could lock everybody else out with it, while a token of 12 characters is out of reach of them all.
 */
const MOST = 10

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
  const limiter = once(`${at}-limits`, () => new RateLimiterMemory({ points: MOST, duration: MINUTE }))
  const network = networkOf(address)
  try {
    await limiter.consume(network)
  } catch (why) {
    return why instanceof RateLimiterRes ? Math.ceil(why.msBeforeNext / 1_000) : MINUTE
  }
  const found = check()
  if (found !== null) await limiter.reward(network)
  return found
}
