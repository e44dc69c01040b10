import { limits } from '@/lib/shared/limits'

/** Waits; rejects as soon as the signal fires. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * How long the service asks to wait, in ms; null = it does not say, or not in a form of RFC 9110 section
 * 10.2.3 (seconds or an HTTP date; OpenAI also sends `retry-after-ms`). At most `longestRetryAfterMs`.
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

/**
 * Wait before retry `n` (from 1): doubles each time up to a cap, the upper half random so that callers
 * spread.
 */
export function backoffMs(n: number, random: () => number): number {
  const full = Math.min(limits.model.backoffMs * 2 ** (n - 1), limits.model.maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * random())
}
