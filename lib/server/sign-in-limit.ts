import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { secretsMatch } from '@/lib/config/access'
import { type Env, isLoopback } from '@/lib/config/env'
import { MnemeError } from '@/lib/shared/errors'
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

const refused = (message: string) => new MnemeError('unauthorised', message)

/**
 * Admits whoever has the metrics token. Without an access token, this machine needs none: it may read the
 * whole memory anyway. With one, a reverse proxy on this machine would make every visitor look local.
 * @param address of the client, as the front door names it.
 * @throws MnemeError unauthorised.
 */
export async function admitToMetrics(env: Env, address: string, authorization: string | null): Promise<void> {
  const { MNEME_ACCESS_TOKEN, MNEME_METRICS_TOKEN: token } = env
  if (!MNEME_ACCESS_TOKEN && isLoopback(address)) return
  if (!token)
    throw refused('Metrics are not available here. Set MNEME_METRICS_TOKEN to allow access with a token.')
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!given) throw refused('Send the metrics token: Authorization: Bearer TOKEN.')
  const found = await guess(address, () => (secretsMatch(given, token) ? given : null), 'metrics')
  if (typeof found === 'number') throw refused(`Too many attempts. Try again in ${found} s.`)
  if (found === null) throw refused('That metrics token is wrong.')
}
