import { setTimeout } from 'node:timers/promises'
import { limits } from '@/lib/shared/limits'

/** Waits. Rejects as soon as the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal })

/**
 * How long the service asks to wait, in ms; null = it does not say. RFC 9110, section 10.2.3, allows seconds
 * or an HTTP date; OpenAI also sends `retry-after-ms`.
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

/** Wait before retry `n` (from 1). It doubles up to a cap; half of it is random, to spread the callers. */
export function backoffMs(n: number, random: () => number): number {
  const full = Math.min(limits.model.backoffMs * 2 ** (n - 1), limits.model.maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * random())
}
