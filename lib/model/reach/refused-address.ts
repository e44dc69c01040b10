import type { Failure } from '@/lib/shared/errors'
import type { Reach } from './reach'

/** Thrown before anything is sent, if a host is or resolves to an address that is out of reach. */
export class RefusedAddress extends Error {
  readonly failure: Failure

  constructor(host: string, reach: Reach) {
    const failure = refusal(host, reach)
    super(failure.message)
    this.name = 'RefusedAddress'
    this.failure = failure
  }
}

/** The refusal among an error and its causes, if any. */
export function refusedAddress(error: unknown): RefusedAddress | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof RefusedAddress) return at
  return null
}

/** Names the host as typed, never what it resolves to. */
function refusal(host: string, reach: Reach): Failure {
  if (reach === 'public')
    return {
      code: 'provider_refused',
      message: `${host} is inside this server’s network. This Mneme server is shared, so it only calls providers on the public internet.`,
      hint: `Enter a public address in Settings, or ask whoever runs this server to add ${host} to MNEME_MODEL_HOSTS.`,
    }
  return {
    code: 'provider_refused',
    message: `${host} is a reserved address (link-local, cloud metadata or multicast), so Mneme does not call it.`,
    hint: 'Enter the provider’s URL in Settings. If this is the right one, ask whoever runs this server to add it to MNEME_MODEL_HOSTS.',
  }
}
