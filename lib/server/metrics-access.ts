import { secretsMatch } from '@/lib/config/access'
import { type Env, isLoopback } from '@/lib/config/env'
import { MnemeError } from '@/lib/shared/errors'
import { guess } from './sign-in-limit'

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
