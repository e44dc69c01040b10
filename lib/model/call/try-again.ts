import type { Retry } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import type { Problem } from './failure'
import { backoffMs, type Sleep } from './retry'

type Patience = { runtime: Runtime; sleep: Sleep; maxRetries: number; signal: AbortSignal }

/** Waits until a failed request may be tried again for the `n`th time. @returns why it may not; null = it may. */
export async function waitToRetry(
  { failure, retryable, retryAfterMs: asked }: Problem,
  n: number,
  { runtime, sleep, maxRetries, signal }: Patience,
  onRetry: (retry: Pick<Retry, 'waitMs' | 'reason'>) => void = () => {},
): Promise<Failure | null> {
  if (!retryable) return failure
  if (asked !== null && asked > limits.model.maxRetryAfterMs) return waitUntil(runtime.now(), asked)
  const most = failure.code === 'provider_timeout' ? Math.min(1, maxRetries) : maxRetries
  if (n > most) return asked ? waitUntil(runtime.now(), asked) : failure
  const waitMs = asked ?? backoffMs(n, runtime.random)
  onRetry({ waitMs, reason: failure.message })
  return sleep(waitMs, signal).then(
    () => null,
    () => failure,
  )
}

/** The service asks for a longer wait than a person should have to sit through, or for yet another one. */
function waitUntil(now: Date, waitMs: number): Failure {
  const code = 'provider_rate_limit'
  if (waitMs >= limits.model.longestRetryAfterMs) {
    const message = 'Rate limited for more than a year.'
    return { code, message, hint: 'Try again later, or choose another service in Settings.' }
  }
  const retryAt = new Date(now.getTime() + waitMs).toISOString()
  const wait = waitMs < 60_000 ? `${Math.ceil(waitMs / 1_000)} s` : `${Math.ceil(waitMs / 60_000)} min`
  const message = `Rate limited. Try again in ${wait}.`
  return { code, message, retryAt }
}
