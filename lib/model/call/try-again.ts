import type { Runtime } from '@/lib/base/runtime'
import type { Retry } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { type Problem, waitUntil } from './failure'
import { backoffMs, type Sleep } from './retry'

/** How often a request is tried again, and who waits. */
export type Patience = { runtime: Runtime; sleep: Sleep; maxRetries: number; signal: AbortSignal }

/** Waits until a failed request may be tried again, for the `n`th time (from 1). @returns why it may not; null = it may. */
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
