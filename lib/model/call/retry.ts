import { setTimeout } from 'node:timers/promises'
import type { Retry } from '@/lib/model/types'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'

/** Waits. Rejects as soon as the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal })

/**
 * How long the service asks to wait, in ms; null = not said. RFC 9110, 10.2.3; OpenAI also sends `retry-
 * after-ms`.
 */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const asked = askedMs(headers, now)
  return asked === null ? null : Math.min(asked, limits.model.longestRetryAfterMs)
}

function askedMs(headers: Headers, now: Date): number | null {
  const exact = headers.get('retry-after-ms')?.trim()
  if (exact && /^\d+(\.\d+)?$/.test(exact)) return Math.ceil(Number(exact))
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000)
  const at = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

const UNIT_MS: Record<string, number> = { m: 60_000, min: 60_000, s: 1_000, sec: 1_000, ms: 1 }
/** "Please try again in 20s", "in 1m30.5s", "after 20 seconds": as OpenAI, Groq and others write it. */
const AGAIN_IN =
  /\b(?:try(?:ing)? again|retry(?:ing)?|available|reset\w*)\b[^.\n]{0,30}?\b(?:in|after) ((?:~?\d+(?:\.\d+)? ?(?:ms|milliseconds?|m|min(?:ute)?s?|s|sec(?:ond)?s?)\b ?|\d+(?:\.\d+)?(?:m|s)(?=\d) ?){1,3})/i
const PART = /(\d+(?:\.\d+)?) ?(milliseconds?|ms|min|m|s)/gi

/** How long the service's message asks to wait, in ms, if it gives no header; null = it does not say. */
export function saidRetryMs(said: string): number | null {
  const parts = [...(AGAIN_IN.exec(said)?.[1] ?? '').matchAll(PART)]
  if (parts.length === 0) return null
  const ms = parts.reduce((sum, [, count, unit = '']) => {
    const name = unit.toLowerCase().startsWith('milli') ? 'ms' : unit.toLowerCase()
    return sum + Number(count) * (UNIT_MS[name] ?? 0)
  }, 0)
  return Math.min(Math.ceil(ms), limits.model.longestRetryAfterMs)
}

/** Wait before retry `n` (from 1). It doubles up to a cap; half of it is random, to spread the callers. */
export function backoffMs(n: number, random: () => number): number {
  const full = Math.min(limits.model.backoffMs * 2 ** (n - 1), limits.model.maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * random())
}

/** Of a failed request; `retryAfterMs` = the wait that its service asks for. */
type Failed = { failure: Failure; retryable: boolean; retryAfterMs: number | null }
type Patience = { runtime: Runtime; sleep: Sleep; maxRetries: number; signal: AbortSignal }

/** Waits until a failed request may be tried again for the `n`th time. @returns why it may not; null = it may. */
export async function waitToRetry(
  { failure, retryable, retryAfterMs: asked }: Failed,
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
