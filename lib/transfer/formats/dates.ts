import { limits } from '@/lib/shared/limits'
import { Refusal } from '@/lib/transfer/refusal'

/** Smaller numbers are seconds since 1970, larger ones milliseconds. */
const MOST_SECONDS = 100_000_000_000

/**
 * A date as exports write it: text, or seconds or milliseconds since 1970; null without one. @throws Refusal
 * for an impossible one.
 */
export function dateOf(value: unknown, of: string): Date | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'number' && typeof value !== 'string')
    throw new Refusal(`${of} has a date of the wrong type.`)
  const at = new Date(typeof value === 'number' ? (value < MOST_SECONDS ? value * 1_000 : value) : value)
  if (Number.isNaN(at.getTime()))
    throw new Refusal(`${of} has a date that cannot be read: ${String(value).slice(0, 40)}.`)
  if (at.getTime() < 0 || at.getUTCFullYear() > limits.transfer.latestYear)
    throw new Refusal(`${of} has an impossible date: ${String(value).slice(0, 40)}.`)
  return at
}
